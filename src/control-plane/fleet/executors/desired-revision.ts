import { nudgesOf, publish } from '../../platform/bus/outbox.ts';
import { type Database, hasKeys, isRow, sql, type TenantKey } from '../../platform/database/database.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import { executor } from '../../tables/executors.ts';

const epochSeconds = Date.UTC(2026, 0, 1) / 1000;
/** Eleven days: more than two clocks may differ. */
const maxAheadSeconds = 1_000_000;

/** At least the seconds since 2026, so that revisions issued after a backup was restored differ from the lost ones. */
export const nextRevision = sql`greatest(${executor.desiredRevision} + 1, (extract(epoch FROM now()) - ${epochSeconds}::int)::int)`;

/** Raises the revisions of executors and nudges their agents, in the transaction that changes the desired state. Lock several before. */
export async function bumpRevision(transaction: Database, ...keys: readonly TenantKey[]): Promise<void> {
  await transaction.update(executor).set({ desiredRevision: nextRevision }).where(hasKeys(executor, keys));
  await publish(transaction, ...nudgesOf(keys));
}

/** Raises the revision above the one that the agent knows. Throws `invalid_input` for a revision that no control plane can have issued. */
export async function raiseRevisionAbove(database: Database, key: TenantKey, knownRevision: number): Promise<number> {
  if (knownRevision > Date.now() / 1000 - epochSeconds + maxAheadSeconds)
    throw invalidInput([
      { path: ['input', 'knownRevision'], message: 'is higher than any revision that a control plane can have issued' },
    ]);
  const [row] = await database
    .update(executor)
    .set({ desiredRevision: sql`greatest(${executor.desiredRevision}, ${knownRevision}::int + 1)` })
    .where(isRow(executor, key))
    .returning({ revision: executor.desiredRevision });
  if (row === undefined) throw new Error('the executor was deleted while it synced');
  return row.revision;
}
