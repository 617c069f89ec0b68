import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** For the host's own architecture: it needs nothing else. */
const emulator = 'qemu-user-static';
/** What Node loads, of the emulated one. */
const libraries = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1'];

/** An emulated arm64 processor and Debian's C libraries for it, in a folder: nothing is installed on this host. */
export class EmulatedArm64 implements Disposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Downloads it from the host's own package sources, whose lists are stored in the folder. */
  static async fetch(signal: AbortSignal): Promise<EmulatedArm64> {
    const folder = mkdtempSync(join(tmpdir(), 'satrap-arm64-'));
    try {
      await download(folder, signal);
      await unpack(folder, signal);
      return new EmulatedArm64(folder);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Replaces an arm64 program by a script that runs it. */
  wrap(program: string): void {
    const wrapped = `${program}.arm64`;
    renameSync(program, wrapped);
    const command = `${join(this.#folder, 'usr/bin/qemu-aarch64-static')} -L ${join(this.#folder, 'root')}`;
    writeFileSync(program, `#!/bin/sh\nexec ${command} ${wrapped} "$@"\n`);
    chmodSync(program, 0o755);
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function download(folder: string, cancelSignal: AbortSignal): Promise<void> {
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
}

async function unpack(folder: string, cancelSignal: AbortSignal): Promise<void> {
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
