import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PublicKey, readPublicKey } from '../release/minisign-key.ts';

/**
 * Returns the keys that this host trusts for releases: those that came with an installed version. `root` is that version's folder. Empty for
 * a clone, and for a release that was made without a key. Throws SignatureError for a file that holds none.
 */
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
