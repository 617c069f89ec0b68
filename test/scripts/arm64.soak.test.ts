import { join } from 'node:path';
import { execa } from 'execa';
import { expect, inject, test } from 'vitest';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { unpackArchive } from '../../src/upgrade/unpack-archive.ts';
import { ownVersion } from '../../src/version.ts';
import { EmulatedArm64 } from '../harness/arm64.ts';
import { builtConsole } from '../harness/release-files.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

test('the archive for arm64 runs on arm64, with the Node that it brings: the program says its version, and the agent looks at its host', async () => {
  const folder = scratchFolder('arm64-release');
  await makeRelease({
    ...{ out: folder, platforms: ['linux-arm64'], level: 1, consoleFolder: builtConsole() },
    ...{ channel: 'stable', mtime: new Date('2026-01-01T00:00:00Z'), say: () => {} },
  });
  const root = join(folder, 'unpacked');
  await unpackArchive(join(folder, `satrap-${ownVersion()}-linux-arm64.tar.gz`), root);
  using processor = await EmulatedArm64.fetch(AbortSignal.timeout(120_000));
  processor.wrap(join(root, 'bin/node'));
  const program = join(root, 'bin/satrap');
  expect(await execa(program, ['--version'])).toMatchObject({ stdout: ownVersion() });
  const { stdout } = await execa(join(root, 'bin/node'), ['-p', 'process.arch']);
  expect(stdout).toBe('arm64');
  const settings = ['--data-dir', join(folder, 'data'), '--docker-socket', inject('dockerSocket')];
  // There is nothing that it could join.
  const doctor = await execa(program, ['agent', 'doctor', '--json', ...settings], { reject: false });
  const findings: { check: string; level: string }[] = JSON.parse(doctor.stdout);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'engine', level: 'ok' }));
  expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['memory', 'ports', 'other nodes']));
}, 240_000);
