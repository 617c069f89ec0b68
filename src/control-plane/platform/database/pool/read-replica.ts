import type { Logger } from 'pino';
import { errorMessage } from '../../../../text/error-message.ts';
import type { Clock } from '../../../../timing/clock.ts';
import type { PeriodicTask } from '../../../../timing/periodic-task.ts';
import { isDatabaseAway, isDatabaseBusy } from '../connection-fault.ts';
import { type Database, type DatabaseUser, databaseErrorOf, oneRow, rowsOf, type SQL, sql } from '../database.ts';
import type { ConnectionPool } from './connection-pool.ts';

const maxLagMs = 5000;
const conflictWithReplay = '40001';

/** Sends reads to a replica while it keeps up, else to the primary, which also repeats those that the replica fails. */
export class ReadReplica {
  readonly #deps: { primary: ConnectionPool; replica: ConnectionPool; clock: Clock; log: Logger };
  /** A place in the primary's log, and when that was its end: no clock of another machine matters. */
  #mark: { lsn: string; at: number } | undefined;
  /** The replica has everything that was committed by then. */
  #hasUntil = Number.NEGATIVE_INFINITY;
  #isRead: boolean | undefined;

  constructor(deps: { primary: ConnectionPool; replica: ConnectionPool; clock: Clock; log: Logger }) {
    this.#deps = deps;
  }

  readonly task: PeriodicTask = {
    what: 'check the read replica',
    everySeconds: 1,
    run: async () => {
      const { primary, replica, clock } = this.#deps;
      const ask = async <T>(pool: ConnectionPool, statement: SQL) =>
        oneRow(rowsOf<T>(await pool.databaseFor({ share: 'control' }).execute(statement)));
      try {
        const at = clock.elapsed();
        this.#mark ??= { at, ...(await ask<{ lsn: string }>(primary, sql`SELECT pg_current_wal_lsn()::text AS lsn`)) };
        const has = sql`SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${this.#mark.lsn}::pg_lsn AS mark`;
        if ((await ask<{ mark: boolean | null }>(replica, has)).mark) {
          this.#hasUntil = this.#mark.at;
          this.#mark = undefined;
        }
        const isOld = (time = Number.POSITIVE_INFINITY) => clock.elapsed() - time > maxLagMs;
        if (!isOld(this.#hasUntil)) this.#switch(null);
        // At the start, a replica has a moment to show that it keeps up.
        else if (this.#isRead || isOld(this.#mark?.at)) this.#switch(`it is more than ${maxLagMs / 1000} s behind`);
      } catch (error) {
        this.#fail(error);
      }
    },
  };

  async read<T>(user: DatabaseUser, work: (database: Database) => Promise<T>): Promise<T> {
    const { primary, replica } = this.#deps;
    if (this.#isRead) {
      try {
        return await work(replica.databaseFor(user));
      } catch (error) {
        const isEnded = isDatabaseAway(error) || databaseErrorOf(error as Error).code === conflictWithReplay;
        if (!isEnded || isDatabaseBusy(error)) throw error;
        this.#fail(error);
      }
    }
    return work(primary.databaseFor(user));
  }

  #fail(error: unknown): void {
    this.#hasUntil = Number.NEGATIVE_INFINITY;
    this.#mark = undefined;
    this.#switch(errorMessage((error as { cause?: unknown }).cause ?? error));
  }

  /** `fault`: why the replica is not read; null if it is. */
  #switch(fault: string | null): void {
    const isRead = fault === null;
    if (this.#isRead === isRead) return;
    this.#isRead = isRead;
    if (isRead) this.#deps.log.info('reading charts from the read replica');
    else this.#deps.log.warn(`reading charts from the primary, not from the read replica: ${fault}`);
  }
}
