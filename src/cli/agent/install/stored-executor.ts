import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStoreAsOwner } from '../../../agent/store/database.ts';
import { Installation } from '../../../agent/store/installation.ts';

/** Returns which executor the agent of a data directory is; null where there is no store, or the agent never reported. */
export function storedExecutorId(dataDir: string): string | null {
  if (!existsSync(join(dataDir, 'agent.db'))) return null;
  const database = openStoreAsOwner(dataDir);
  try {
    return new Installation(database).executorId ?? null;
  } finally {
    database.close();
  }
}
