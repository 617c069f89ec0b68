import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asUser, userOf } from '../../../storage/as-user.ts';

/**
 * Removes what a folder's owner may remove, as its owner: anyone who swaps a folder for a link meanwhile has nothing removed that the owner could not
 * remove. The rest, such as a folder that an operator made there, is left to the caller.
 */
export function emptyAsOwner(folder: string): void {
  asUser(userOf(folder), () => {
    for (const name of readdirSync(folder))
      try {
        rmSync(join(folder, name), { recursive: true, force: true });
      } catch (error) {
        if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
  });
}
