import type { Logger } from 'pino';
import { errorMessage } from '../../../../text/error-message.ts';
import type { Clock } from '../../../../timing/clock.ts';
import type { PeriodicTask } from '../../../../timing/periodic-task.ts';
import { isDatabaseAway, isDatabaseBusy } from '../connection-fault.ts';
import { type Database, type DatabaseUser, databaseErrorOf, oneRow, rowsOf, type SQL, sql } from '../database.ts';
import type { ConnectionPool } from './connection-pool.ts';

const maxLagMs = 5000;
const conflictWithReplay = '40001';

interface ReadReplicaDeps {
  primary: ConnectionPool;
  replica: ConnectionPool;
  clock: Clock;
  log: Logger;
}

/** Sends reads to a replica while it keeps up, else to the primary, which also repeats those that the replica fails. */
export function readReplica({ primary, replica, clock, log }: ReadReplicaDeps) {
  /** A place in the primary's log, and when that was its end: no clock of another machine matters. */
  let mark: { lsn: string; at: number } | undefined;
  /** The replica has everything that was committed by then. */
  let hasUntil = Number.NEGATIVE_INFINITY;
  let isRead: boolean | undefined;
  const ask = async <T>(pool: ConnectionPool, statement: SQL) =>
    oneRow(rowsOf<T>(await pool.databaseFor({ share: 'control' }).execute(statement)));
  /** `fault`: why the replica is not read; null if it is. */
  const judge = (fault: string | null): void => {
    if (isRead === (fault === null)) return;
    isRead = fault === null;
    if (isRead) log.info('reading charts from the read replica');
    else log.warn(`reading charts from the primary, not from the read replica: ${fault}`);
  };
  const fail = (error: unknown): void => {
    hasUntil = Number.NEGATIVE_INFINITY;
    mark = undefined;
    judge(errorMessage((error as { cause?: unknown }).cause ?? error));
  };
  const task: PeriodicTask = {
    what: 'check the read replica',
    everySeconds: 1,
    run: async () => {
      try {
        const at = clock.elapsed();
        mark ??= { at, ...(await ask<{ lsn: string }>(primary, sql`SELECT pg_current_wal_lsn()::text AS lsn`)) };
        const has = sql`SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${mark.lsn}::pg_lsn AS mark`;
        if ((await ask<{ mark: boolean | null }>(replica, has)).mark) {
          hasUntil = mark.at;
          mark = undefined;
        }
        const isOld = (time = Number.POSITIVE_INFINITY) => clock.elapsed() - time > maxLagMs;
        if (!isOld(hasUntil)) judge(null);
        // At the start, a replica has a moment to show that it keeps up.
        else if (isRead || isOld(mark?.at)) judge(`it is more than ${maxLagMs / 1000} s behind`);
      } catch (error) {
        fail(error);
      }
    },
  };
  const read = async <T>(user: DatabaseUser, work: (database: Database) => Promise<T>): Promise<T> => {
    if (isRead) {
      try {
        return await work(replica.databaseFor(user));
      } catch (error) {
        const isEnded = isDatabaseAway(error) || databaseErrorOf(error as Error).code === conflictWithReplay;
        if (!isEnded || isDatabaseBusy(error)) throw error;
        fail(error);
      }
    }
    return work(primary.databaseFor(user));
  };
  return { task, read };
}
