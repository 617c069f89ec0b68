import type { Logger } from 'pino';
import { errorMessage } from '../../../../text/error-message.ts';
import type { Clock } from '../../../../timing/clock.ts';
import type { PeriodicTask } from '../../../../timing/periodic-task.ts';
import { isDatabaseAway, isDatabaseBusy } from '../connection-fault.ts';
import { type Database, type DatabaseUser, databaseErrorOf, oneRow, rowsOf, sql } from '../database.ts';
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
export class ReadReplica {
  readonly #deps: ReadReplicaDeps;
  /** A place in the primary's log, and when that was its end: no clock of another machine matters. */
  #mark: { lsn: string; at: number } | undefined;
  /** The replica has everything that was committed by then. */
  #hasUntil = Number.NEGATIVE_INFINITY;
  #isRead: boolean | undefined;

  constructor(deps: ReadReplicaDeps) {
    this.#deps = deps;
  }

  readonly task: PeriodicTask = {
    what: 'check the read replica',
    everySeconds: 1,
    run: async () => {
      const { primary, replica, clock } = this.#deps;
      const ask = async <T>(pool: ConnectionPool, value: ReturnType<typeof sql>) =>
        oneRow(
          rowsOf<{ value: T }>(await pool.databaseFor({ share: 'control' }).execute(sql`SELECT ${value} AS value`)),
        ).value;
      try {
        const at = clock.elapsed();
        this.#mark ??= { at, lsn: await ask<string>(primary, sql`pg_current_wal_lsn()`) };
        const reached = sql`pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${this.#mark.lsn}::pg_lsn`;
        if (await ask<boolean>(replica, reached)) {
          this.#hasUntil = this.#mark.at;
          this.#mark = undefined;
        }
        if (clock.elapsed() - this.#hasUntil <= maxLagMs) this.#switch(null);
        else if (this.#mark !== undefined && clock.elapsed() - this.#mark.at > maxLagMs)
          this.#switch(`it is more than ${maxLagMs / 1000} s behind`);
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
    if (isRead) this.#deps.log.info('reading history from the read replica');
    else this.#deps.log.warn(`reading history from the primary, not from the read replica: ${fault}`);
  }
}
