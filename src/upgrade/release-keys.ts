import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PublicKey, readPublicKey } from '../release/minisign-key.ts';

/** Returns the release keys of an installed version, in its folder `root`; empty for a clone. Throws SignatureError. */
export function releaseKeys(root: string): PublicKey[] {
  const folder = join(root, 'share/satrap/release-keys');
  return namesIn(folder)
    .filter((name) => name.endsWith('.pub'))
    .toSorted()
    .map((name) => readPublicKey(readFileSync(join(folder, name), 'utf8')));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
