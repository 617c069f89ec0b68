import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { archiveName } from '../harness/release-files.ts';
import { sharedRelease } from '../harness/shared-release.ts';

const root = join(import.meta.dirname, '../..');
/** The archive of a release, unpacked. */
let program: string;

beforeAll(async () => {
  program = mkdtempSync(join(tmpdir(), 'satrap-launcher-'));
  const { folder } = await sharedRelease();
  execFileSync('tar', ['-xzf', join(folder, archiveName), '-C', program, '--strip-components=1']);
  return () => rmSync(program, { recursive: true });
});

test.each(['agent', 'control-plane'])(
  'a release runs as %s under the flags of a clone, each of which its V8 knows',
  (service) => {
    const flags = readFileSync(join(root, `scripts/${service}-flags`), 'utf8').trim();
    const launcher = readFileSync(join(program, 'bin/satrap'), 'utf8');
    const [, inRelease] = new RegExp(`^ *${service}\\)\\s+flags=["'](.*)["']`, 'm').exec(launcher) ?? [];
    expect(inRelease).toBe(flags);
    // A V8 that knows a flag no more takes what is like it, or none: see docs/internals/performance.md for what each is worth.
    const known = execFileSync(join(program, 'bin/node'), ['--v8-options'], { encoding: 'utf8' });
    for (const flag of flags.split(' ')) {
      const name = flag.replace(/^--(no-)?/, '').replace(/=.*/, '');
      expect([flag, new RegExp(`^ +--(\\[no-\\])?${name} \\(`, 'm').test(known)]).toEqual([flag, true]);
    }
  },
);

test('a release goes through the proxy that the environment names where a person asks a control plane', async () => {
  const proxy = createServer();
  const asked: (string | undefined)[] = [];
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const env = {
    PATH: '/usr/bin:/bin',
    HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    SATRAP_API_KEY: `satrap_p_${randomBytes(18).toString('base64url')}`,
  };
  const words = ['nodes', 'list', '--url', 'https://satrap.example.com/graphql'];
  const { exitCode } = await execa(join(program, 'bin/satrap'), words, { env, extendEnv: false, reject: false });
  proxy.close();
  expect({ asked, exitCode }).toEqual({ asked: ['satrap.example.com:443'], exitCode: 1 });
});
