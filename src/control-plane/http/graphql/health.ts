import type { Clock } from '../../../timing/clock.ts';
import { sharedRead } from '../../../timing/shared-call.ts';
import { isReadOnly } from '../../platform/database/connection-fault.ts';
import { type Database, oneRow, sql } from '../../platform/database/database.ts';
import { jobLease } from '../../platform/jobs/lease.ts';

/** Maximum time that a load balancer waits for an answer. */
const timeoutMs = 2000;
/** Anyone may ask, so a flood of questions must not become a flood of writes. */
const writeAgainAfterMs = 1000;

type Health = (path: string | undefined) => Promise<{ status: 200 | 503; text: string }> | undefined;

/** Resolves with whether the database takes writes; with undefined if it does not answer in time. */
export type AskDatabase = () => Promise<boolean | undefined>;

/** Returns a check of the database for many callers: one statement at a time. */
export function databaseCheck(database: Database, clock: Clock): AskDatabase {
  let wroteAt = Number.NEGATIVE_INFINITY;
  const isWritable = async (): Promise<boolean> => {
    const { rows } = (await database.execute(
      sql`SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS "isReadOnly"`,
    )) as unknown as { rows: { isReadOnly: boolean }[] };
    if (oneRow(rows).isReadOnly) return false;
    if (clock.elapsed() - wroteAt < writeAgainAfterMs) return true;
    await database.execute(testWrite);
    wroteAt = clock.elapsed();
    return true;
  };
  return sharedRead(
    () =>
      isWritable().catch((error: unknown) => {
        if (isReadOnly(error)) return false;
        throw error;
      }),
    timeoutMs,
    clock,
  );
}

/** `/healthz`: the process responds. `/readyz`: its database answers in time and takes writes. Both are public. */
export const buildHealth =
  (askDatabase: AskDatabase): Health =>
  (path) => {
    if (path === '/healthz') return Promise.resolve({ status: 200, text: 'the control plane runs' });
    if (path !== '/readyz') return undefined;
    return askDatabase().then((isReady) => {
      if (isReady === undefined) return { status: 503, text: 'the database does not answer' };
      return isReady
        ? { status: 200, text: 'ready' }
        : { status: 503, text: 'the database is read-only: it is a standby, or its primary takes no writes' };
    });
  };

/** Committed, so that a full disk and a missing synchronous standby show as well. The row serves nothing else. */
const testWrite = sql`
  INSERT INTO ${jobLease} (name, holder, ends_at) VALUES ('readiness', ${'00000000-0000-0000-0000-000000000000'}, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET ends_at = excluded.ends_at`;
