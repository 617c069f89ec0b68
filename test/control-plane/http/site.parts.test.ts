import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveSite } from '../../../src/control-plane/http/site.ts';
import { closeServer, listenHere } from '../../harness/listen.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { sharedControlPlane } from '../../harness/shared-control-plane.ts';

const prefix = '/satrap';
const controlPlane = sharedControlPlane({ publicUrl: `http://127.0.0.1${prefix}` });
const get = (path: string, init?: RequestInit) => fetch(new URL(path, controlPlane.url), init);

test.each(['/docs/', '/docs/hosts/install.html', `${prefix}/docs/hosts/install.html`])(
  '%s is a page that allows its own scripts alone, also behind a prefix',
  async (path) => {
    const page = await get(path);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('<h1');

    const policy = page.headers.get('content-security-policy')?.split('; ');
    const inline = [...html.matchAll(/<script(?: id="[\w-]+")?>(.*?)<\/script>/gs)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(inline).toHaveLength(3);
    const scripts = policy?.find((directive) => directive.startsWith('script-src '))?.split(' ');
    expect(scripts?.toSorted()).toEqual(['script-src', "'self'", ...inline].toSorted());

    const files = [...html.matchAll(/ (?:src|href)="((?:\.\.?\/)+assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const answer = await get(new URL(file, page.url).pathname);
      expect([file, answer.status, answer.headers.get('cache-control')]).toEqual([
        ...[file, 200, 'public, max-age=31536000, immutable'],
      ]);
      await answer.body?.cancel();
    }
  },
);

test('a browser gets a page compressed, and not again while it is the same', async () => {
  const page = await get('/docs/start.html', { headers: { 'accept-encoding': 'br' } });
  expect(page.headers.get('content-encoding')).toBe('br');
  const etag = page.headers.get('etag') ?? '';
  const headers = { 'accept-encoding': 'br', 'if-none-match': etag };
  expect((await get('/docs/start.html', { headers })).status).toBe(304);
});

test('redirects the address without a slash to the start page', async () => {
  const moved = await get('/docs', { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `${prefix}/docs/`]);
});

test('answers 404 for a missing page', async () => {
  const missing = await get('/docs/nothing.html', { headers: { accept: 'text/html' } });
  expect([missing.status, await missing.text()]).toEqual([
    404,
    `no such page in the documentation; see ${prefix}/docs/\n`,
  ]);
  expect((await get('/docs/', { method: 'POST' })).status).toBe(404);
});

test('a control plane without a built site explains how to build it, and serves on', async () => {
  const answer = serveSite('', scratchFolder('no-site'));
  const server = createServer((request, response) => {
    if (!answer(request, response, request.url ?? '')) response.end('the rest');
  });
  const url = `http://127.0.0.1:${await listenHere(server)}`;
  onTestFinished(() => closeServer(server));
  const page = await fetch(`${url}/docs/`);
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('npm run build:site')]);
  expect(await (await fetch(`${url}/documents`)).text()).toBe('the rest');
});
