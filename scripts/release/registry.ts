import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const installed = join(import.meta.dirname, '../../node_modules');

/** A package of the npm registry. */
export interface RegistryPackage {
  name: string;
  version: string;
  /** As the lock file has it; null where it has none, and whoever uses the package checks it. */
  integrity: string | null;
}

/**
 * Calls `use` with the folder of a package: that of the dependencies where npm has installed it, else one that it is fetched into, as for
 * another platform than this. Throws an Error.
 */
export function withPackage<T>({ name, version, integrity }: RegistryPackage, use: (folder: string) => T): T {
  const own = join(installed, name);
  if (existsSync(own)) return use(own);
  const folder = mkdtempSync(join(tmpdir(), 'satrap-package-'));
  try {
    const options = { cwd: folder, encoding: 'utf8', timeout: 300_000 } as const;
    const packed = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], options);
    const file = join(folder, packed.trim().split('\n').at(-1) ?? '');
    const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    if (integrity !== null && found !== integrity)
      throw new Error(`it has the hash ${found}, but package-lock.json expects ${integrity}`);
    execFileSync('tar', ['-xzf', file, '-C', folder]);
    return use(join(folder, 'package'));
  } catch (error) {
    throw new Error(`${name} ${version} could not be fetched from the npm registry: ${String(error)}`, {
      cause: error,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
