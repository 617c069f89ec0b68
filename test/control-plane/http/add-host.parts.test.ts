import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveAddHost } from '../../../src/control-plane/http/add-host.ts';
import { packageRoot } from '../../../src/package-root.ts';
import { closeServer, listenHere } from '../../harness/listen.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const publicUrl = 'https://satrap.example.com/fleet/';
const template = join(packageRoot(), 'templates/add-host.sh');

/** The folder of a program that install.sh has installed with these files beside it. */
function installed(files: Readonly<Record<string, string>>): string {
  const root = scratchFolder('add-host');
  const kept = join(root, 'share/satrap/install');
  mkdirSync(kept, { recursive: true });
  mkdirSync(join(root, 'templates'));
  cpSync(template, join(root, 'templates/add-host.sh'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(kept, name), text);
  return root;
}

async function serve(root: string | undefined, url: string | undefined = publicUrl) {
  const answer = serveAddHost(url, root);
  const server = createServer((request, response) => {
    if (!answer(request, response, request.url ?? '')) response.end('the rest');
  });
  const base = `http://127.0.0.1:${await listenHere(server)}`;
  onTestFinished(() => closeServer(server));
  return (path: string, init?: RequestInit) => fetch(`${base}${path}`, { redirect: 'manual', ...init });
}

test('a control plane installed from a URL serves a script that installs its release', async () => {
  const from = 'https://releases.example.com/satrap';
  const get = await serve(installed({ 'install.sh': 'echo $& of the release', from: `${from}\n` }));
  const answer = await get('/install');
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    ...[200, 'text/plain; charset=utf-8', 'no-cache'],
  ]);
  const script = await answer.text();
  expect(script).toContain("url='https://satrap.example.com/fleet'\n");
  expect(script).toContain('echo $& of the release');
  expect(script).toContain('which may take a few minutes');
  expect(script).not.toMatch(/@[A-Z]+@/);
  for (const file of ['SHA256SUMS', 'satrap-1.2.0-linux-arm64.tar.gz', 'satrap-1.2.0-linux-arm64.tar.gz.minisig']) {
    const moved = await get(`/install/${file}`);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `${from}/${file}`]);
  }
  for (const path of ['/install/install.sh', '/install/from', '/install/%2e%2e%2fsatrap-1.tar.gz', '/install/'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  expect(await (await get('/installed')).text()).toBe('the rest');
  expect(await (await get('/install', { method: 'POST' })).text()).toBe('the rest');
});

test('one that was installed from a folder serves the files itself', async () => {
  const get = await serve(installed({ 'install.sh': '', 'satrap-1.2.0-linux-x64.tar.gz': 'an archive' }));
  const head = await get('/install/satrap-1.2.0-linux-x64.tar.gz', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  expect(await (await get('/install/satrap-1.2.0-linux-x64.tar.gz')).text()).toBe('an archive');
  expect((await get('/install/satrap-1.2.0-linux-arm64.tar.gz')).status).toBe(404);
});

test.each<[string, string | undefined, RegExp]>([
  ['in a clone', publicUrl, /runs from a clone or a container.*See https:\/\/satrap\.example\.com\/fleet\/docs\/hosts/],
  ['without a public URL', '', /has no public URL. Set SATRAP_PUBLIC_URL/],
])('one %s serves a script that says what to do, and fails', async (_where, url, reason) => {
  const answer = await (await serve(undefined, url))('/install');
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(reason)]);
});

/** As sudo: what it runs gets only the named variables. */
const sudo = `#!/bin/sh
names=$(printf %s "\${1#--preserve-env=}" | tr , ' ')
shift
for name in $names; do
  eval "value=\\\${$name-unset}"
  [ "$value" = unset ] || set -- "$name=$value" "$@"
done
exec env -i PATH="$PATH" "$@"
`;

test('the script passes token, proxy and authorities of the shell on to sudo', async () => {
  const script = await (await (await serve(installed({ 'install.sh': 'true' })))('/install')).text();
  const programs = scratchFolder('programs');
  const write = (name: string, text: string) => writeFileSync(join(programs, name), text, { mode: 0o755 });
  write('id', '#!/bin/sh\necho 1000\n');
  write('curl', '#!/bin/sh\necho env\n');
  write('sudo', sudo);
  const shell = {
    ...{ SATRAP_ENROLMENT_TOKEN: 'token', HTTPS_PROXY: 'http://proxy:1', https_proxy: 'http://proxy:2' },
    ...{ HTTP_PROXY: 'http://proxy:3', http_proxy: 'http://proxy:4', NO_PROXY: 'a', no_proxy: 'b' },
    NODE_EXTRA_CA_CERTS: '/etc/authority.pem',
  };
  const env = { ...shell, PATH: `${programs}:/usr/bin:/bin`, OTHER: 'dropped' };
  const lines = execFileSync('sh', { input: script, env, encoding: 'utf8' }).split('\n');
  expect(lines).toEqual(expect.arrayContaining(Object.entries(shell).map(([name, value]) => `${name}=${value}`)));
  expect(lines.filter((line) => line.includes('dropped'))).toEqual([]);
});
