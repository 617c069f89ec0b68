import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, openStoreAsOwner } from '../../../agent/store/database.ts';
import { Installation } from '../../../agent/store/installation.ts';
import { asUser, userOf } from '../../../storage/as-user.ts';

/** Returns the executor of a data directory's agent; null without a store, or if the agent never reported. */
export function storedExecutorId(dataDir: string): string | null {
  if (!existsSync(join(dataDir, 'agent.db'))) return null;
  const database = openStoreAsOwner(dataDir);
  try {
    return new Installation(database).executorId ?? null;
  } finally {
    database.close();
  }
}

/** Makes the agent continue as this executor, whose containers and volumes are on the host. */
export function storeExecutorId(dataDir: string, executorId: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  asUser(userOf(dataDir), () => {
    const database = openStore(dataDir);
    new Installation(database).executorId = executorId;
    database.close();
  });
}
