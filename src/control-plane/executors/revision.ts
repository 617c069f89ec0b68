import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { executor } from '../database/schema.ts';

/** To be called in the transaction that changes what is wanted on an executor. */
export async function bumpRevision(database: Database, executorId: string): Promise<void> {
  await database
    .update(executor)
    .set({ desiredRevision: sql`${executor.desiredRevision} + 1` })
    .where(eq(executor.id, executorId));
}

/** Brings an executor's revision beyond one that its agent knows, and returns it. */
export async function catchUp(database: Database, executorId: string, known: number): Promise<number> {
  const [row] = await database
    .update(executor)
    .set({ desiredRevision: sql`greatest(${executor.desiredRevision}, ${known}::int + 1)` })
    .where(eq(executor.id, executorId))
    .returning({ revision: executor.desiredRevision });
  return row?.revision ?? known + 1;
}
