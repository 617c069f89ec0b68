import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const installed = join(import.meta.dirname, '../../node_modules');

/** A package in the npm registry. */
export interface RegistryPackage {
  name: string;
  version: string;
  /** From the lock file; null if it has none and the caller verifies the package. */
  integrity: string | null;
}

/**
 * Calls `use` with a package's folder: the installed one, else a temporary one that it is downloaded into, as for another platform. Throws
 * an Error.
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
      throw new Error(`its hash is ${found}, but package-lock.json expects ${integrity}`);
    execFileSync('tar', ['-xzf', file, '-C', folder]);
    return use(join(folder, 'package'));
  } catch (error) {
    throw new Error(`cannot download ${name} ${version} from the npm registry: ${String(error)}`, {
      cause: error,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
