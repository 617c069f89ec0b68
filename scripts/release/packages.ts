import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './sbom.ts';

interface Lock {
  packages: Record<string, { version?: string; license?: string; integrity?: string } | undefined>;
}

/** Describes packages, given as folders such as node_modules/zod, from their manifest if installed, and from the lock file. */
export function describePackages(root: string, folders: readonly string[]): BundledPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return folders
    .map((folder) => {
      const key = folder.slice(folder.indexOf('node_modules/'));
      const locked = packages[key];
      const file = join(root, folder, 'package.json');
      const own = existsSync(file)
        ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>)
        : {};
      const name = own['name'] ?? key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const { version = '', license = 'NOASSERTION' } = { ...locked, ...own };
      return { name, version, license, integrity: locked?.integrity ?? null };
    })
    .toSorted((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'));
}
