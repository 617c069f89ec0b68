import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './sbom.ts';

interface Lock {
  packages: Record<string, { integrity?: string } | undefined>;
}

/** Describes packages, given as folders such as node_modules/zod, by their own words and the lock file. */
export function describePackages(root: string, folders: readonly string[]): BundledPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return folders
    .map((folder) => {
      const text = readFileSync(join(root, folder, 'package.json'), 'utf8');
      const { name, version, license = 'NOASSERTION' } = JSON.parse(text) as Record<string, string | undefined>;
      const key = folder.slice(folder.indexOf('node_modules/'));
      return { name: name ?? key, version: version ?? '', license, integrity: packages[key]?.integrity ?? null };
    })
    .toSorted((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'));
}
