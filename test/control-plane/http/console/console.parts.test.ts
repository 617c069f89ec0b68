import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReplica } from '../../../harness/replica.ts';
import { scratchFolder, sharedFolder } from '../../../harness/scratch-folder.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const html = { accept: 'text/html' };
const folder = sharedFolder('built');
const files = {
  'index.html': { hash: 'i', bytes: { identity: 9 } },
  'a.js': { hash: 'a', bytes: { identity: 7 } },
  'a.svg': { hash: 's', bytes: { identity: 6 } },
};
writeFileSync(join(folder, 'files.json'), JSON.stringify(files));
writeFileSync(join(folder, 'index.html'), '<base href="/" /><script nonce="satrap-nonce"></script>');
writeFileSync(join(folder, 'a.js'), 'void 0;');
writeFileSync(join(folder, 'a.svg'), '<svg/>');

const controlPlane = sharedControlPlane({ consoleDir: folder, publicUrl: 'http://127.0.0.1/satrap' });

const get = (path: string, init?: RequestInit) => fetch(new URL(path, controlPlane.url), init);

test('a page knows its prefix, has its own nonce, and a policy against foreign code', async () => {
  const nonces = new Set<string | undefined>();
  for (const path of ['/nodes/1', '/satrap/']) {
    const answer = await get(path, { headers: html });
    const text = await answer.text();
    expect(text).toContain('<base href="/satrap/" />');
    const nonce = /nonce="([\w-]{22})"/.exec(text)?.[1];
    nonces.add(nonce);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
    const policy = answer.headers.get('content-security-policy') ?? '';
    const parts = [`style-src 'self' 'nonce-${nonce}'`, `script-src 'self' 'nonce-${nonce}'`, "frame-ancestors 'none'"];
    expect(policy.split('; ')).toEqual(expect.arrayContaining(parts));
    expect(policy).not.toContain('unsafe');
  }
  expect(nonces.size).toBe(2);
});

test('a file is cached and closed to other sites, and a picture has a page’s policy', async () => {
  const [script, picture] = await Promise.all([get('/a.js'), get('/a.svg')]);
  for (const { headers } of [script, picture]) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  expect([script.status, await script.text()]).toEqual([200, 'void 0;']);
  const etag = script.headers.get('etag') ?? '';
  expect((await get('/a.js', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(picture.headers.get('x-frame-options')).toBe('DENY');
  // Browsers apply it only to documents, and each script would carry half a kilobyte of it.
  expect(script.headers.get('content-security-policy')).toBeNull();
});

test('the API is where it was, also below the prefix', async () => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{viewer{purpose}}"}',
  };
  for (const path of ['/graphql', '/satrap/graphql'])
    expect(await (await get(path, init)).json()).toEqual({ data: { viewer: null } });
  expect((await get('/graphql', { headers: html })).status).toBe(405);
  expect((await get('/healthz', { headers: html })).headers.get('content-type')).toContain('text/plain');
  const nothing = await get('/nodes/1');
  expect(nothing.status).toBe(404);
  expect(await nothing.json()).toMatchObject({
    errors: [{ message: expect.stringContaining('POST /satrap/graphql') }],
  });
  expect((await get('/nodes', { method: 'POST' })).status).toBe(404);
});

test('a control plane without a built console says how to build it', async () => {
  const replica = await startReplica(controlPlane, { consoleDir: scratchFolder('empty'), publicUrl: undefined });
  const answer = await fetch(new URL('/', replica.url));
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npm run build:console')]);
  expect((await replica.call('{ viewer { role } }')).data).toEqual({ viewer: { role: 'owner' } });
  await replica.close();
});
