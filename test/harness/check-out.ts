import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** One version of the programs. */
export interface Release {
  /** Holds its files. */
  folder: string;
  /** The script that runs all of its commands. */
  satrap: string;
}

const repository = join(import.meta.dirname, '../..');

export const presentRelease: Release = { folder: repository, satrap: join(repository, 'scripts/satrap') };

/**
 * Puts the files of `commit`, with their own dependencies, into a temporary folder. Reads the repository and changes nothing in it. Takes
 * about 15 s where the dependencies differ.
 */
export async function checkOut(commit: string): Promise<Release & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-former-'));
  const remove = async () => rmSync(folder, { recursive: true, force: true });
  try {
    await requireCommit(commit);
    const archive = join(folder, 'source.tar');
    await execa('git', ['-C', repository, 'archive', '--format=tar', `--output=${archive}`, commit]);
    await execa('tar', ['-x', '-f', archive, '-C', folder]);
    await provideDependencies(folder);
    return { folder, satrap: join(folder, 'scripts/satrap'), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function requireCommit(commit: string): Promise<void> {
  const look = await execa('git', ['-C', repository, 'cat-file', '-e', `${commit}^{commit}`], { reject: false });
  if (look.exitCode === 0) return;
  throw new Error(
    `the tests of upgrades need the commit ${commit}, which this clone does not contain: ${look.stderr || look.shortMessage}\n` +
      'In a shallow clone, run: git fetch --unshallow (in CI: check out the full history)',
  );
}

/** The dependencies of the present release serve the former one too, as long as the lock files are the same. */
async function provideDependencies(folder: string): Promise<void> {
  const lockFile = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockFile(folder) === lockFile(repository)) {
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    return;
  }
  // npm describes the package whose script it runs in variables that an inner npm would take for its own settings.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)_/.test(name)),
  );
  await execa('sh', [join(folder, 'scripts/install.sh')], { env, extendEnv: false, timeout: 240_000 });
}
