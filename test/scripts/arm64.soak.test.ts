import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, inject, test } from 'vitest';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { unpackArchive } from '../../src/upgrade/unpack-archive.ts';
import { ownVersion } from '../../src/version.ts';
import { builtFolder } from '../harness/release-files.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

test('the archive for arm64 runs on arm64 with the Node that it brings', async () => {
  const folder = scratchFolder('arm64-release');
  await makeRelease({
    ...{ out: folder, platforms: ['linux-arm64'], level: 1, builtFolder: builtFolder() },
    ...{ channel: 'stable', mtime: new Date('2026-01-01T00:00:00Z'), say: () => {} },
  });
  const root = join(folder, 'unpacked');
  await unpackArchive(join(folder, `satrap-${ownVersion()}-linux-arm64.tar.gz`), root);
  const processor = scratchFolder('arm64');
  await fetchArm64(processor, AbortSignal.timeout(120_000));
  wrapArm64(processor, join(root, 'bin/node'));
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

const emulator = 'qemu-user-static';
const libraries = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1'];

/** Puts an emulated arm64 processor and its C libraries, from the host's package sources, into a folder. */
async function fetchArm64(folder: string, cancelSignal: AbortSignal): Promise<void> {
  const { stdout: own } = await execa('dpkg', ['--print-architecture']);
  for (const path of ['lists/partial', 'cache/archives/partial', 'state'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'state/status'), '');
  const settings = {
    'APT::Architecture': own,
    'APT::Architectures': `${own},arm64`,
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': join(folder, 'state/status'),
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const options = { cancelSignal, cwd: folder, env: { LC_ALL: 'C' } };
  await execa('apt-get', [...flags, '-q', 'update'], options);
  const packages = [`${emulator}:${own}`, ...libraries.map((name) => `${name}:arm64`)];
  await execa('apt-get', [...flags, '-q', 'download', ...packages], options);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    const path = join(folder, file);
    if (!file.startsWith(emulator)) {
      await execa('dpkg-deb', ['-x', path, join(folder, 'root')], { cancelSignal });
      continue;
    }
    // It has a program of 10 MB for each of 30 architectures.
    const archive = execa('dpkg-deb', ['--fsys-tarfile', path], { cancelSignal, buffer: false });
    await archive.pipe('tar', ['-x', '-C', folder, './usr/bin/qemu-aarch64-static'], { cancelSignal });
  }
}

function wrapArm64(folder: string, program: string): void {
  renameSync(program, `${program}.arm64`);
  const command = `${folder}/usr/bin/qemu-aarch64-static -L ${folder}/root ${program}.arm64`;
  writeFileSync(program, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
}
