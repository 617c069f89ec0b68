import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { JsonFile } from '../upgrade/upgrade-files.ts';
import { switchJournal } from './journal.ts';

/** Root only. The units contain this path too. */
export const watcherFolder = '/var/lib/satrap-upgrade';

export type WatcherFiles = ReturnType<typeof watcherFiles>;

/** Returns the watcher's own state, in a folder of root's. */
export function watcherFiles(folder = watcherFolder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    journal: new JsonFile(join(folder, 'journal.json'), switchJournal),
    /** The request that ended last. */
    ended: new JsonFile(join(folder, 'ended.json'), z.object({ requestId: z.string() })),
    /** The previous version of an agent in a container, for a manual rollback. */
    former: new JsonFile(join(folder, 'former.json'), z.object({ version: z.string(), imageId: z.string() })),
  };
}
