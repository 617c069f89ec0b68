import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { and, eq, isNotNull, sql } from '../database/drizzle.ts';
import { transact } from '../database/transact.ts';
import { apikey } from './tables.ts';

/** Makes the key worthless whose place another one takes, now that this one is used: its agent has it for sure. */
export const completeRotation = (database: Database, key: { id: string; replacesId: string }): Promise<void> =>
  transact(database, async (transaction) => {
    const [completed] = await transaction
      .update(apikey)
      .set({ replacesId: null })
      .where(and(eq(apikey.id, key.id), isNotNull(apikey.replacesId)))
      .returning({ id: apikey.id });
    // Another request with the same key was faster.
    if (completed === undefined) return;
    await transaction
      .update(apikey)
      .set({ enabled: false, revokedAt: sql`now()` })
      .where(eq(apikey.id, key.replacesId));
    await publish(transaction, { kind: 'key-revoked', keyId: key.replacesId });
  });
