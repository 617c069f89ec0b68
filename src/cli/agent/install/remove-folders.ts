import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asUser, userOf } from '../../../storage/as-user.ts';

/**
 * Removes a folder's contents with its owner's permissions, so that swapping a folder for a link gains nothing. Leaves what the owner may
 * not remove, such as a folder of an operator, to the caller.
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
