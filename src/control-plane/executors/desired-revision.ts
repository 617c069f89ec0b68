import { eq, sql } from 'drizzle-orm';
import { invalidInput } from '../api/errors.ts';
import type { Database } from '../database/database.ts';
import { executor } from '../database/schema.ts';

const begin = Date.UTC(2026, 0, 1) / 1000;
/** Seconds by which an agent’s revision may be ahead of this clock: eleven days, more than any two clocks differ. */
const slack = 1_000_000;

/**
 * One more, and at least the seconds since 2026: after a restored backup the changes get other revisions than those that are lost, so
 * that no agent mistakes the one state for the other.
 */
export const nextRevision = sql`greatest(${executor.desiredRevision} + 1, (extract(epoch FROM now()) - ${begin}::int)::int)`;

/** To be called in the transaction that changes what is wanted on an executor. */
export async function bumpRevision(database: Database, executorId: string): Promise<void> {
  await database.update(executor).set({ desiredRevision: nextRevision }).where(eq(executor.id, executorId));
}

/** Brings an executor's revision beyond one that its agent knows, and returns it. Throws `invalid_input` for what nobody ever gave. */
export async function catchUp(database: Database, executorId: string, known: number): Promise<number> {
  if (known > Date.now() / 1000 - begin + slack) {
    throw invalidInput([
      { path: ['input', 'knownRevision'], message: 'is later than any control plane can have given' },
    ]);
  }
  const [row] = await database
    .update(executor)
    .set({ desiredRevision: sql`greatest(${executor.desiredRevision}, ${known}::int + 1)` })
    .where(eq(executor.id, executorId))
    .returning({ revision: executor.desiredRevision });
  if (row === undefined) throw new Error('the executor was deleted while it synced');
  return row.revision;
}
