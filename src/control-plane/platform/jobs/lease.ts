import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../../timing/clock.ts';
import { untilAborted } from '../../../timing/until-aborted.ts';
import { type Database, pg, rowsOf, sql } from '../database/database.ts';

/** Throws LeaseLost within a transaction of a replica that no longer holds the lease, so that it commits nothing. */
export type Fence = (transaction: Database) => Promise<void>;

export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export interface LeaseOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  name?: string;
  /** Validity after the last renewal. Default: 9 seconds. */
  seconds?: number;
}

interface Hold {
  term: number;
  /** On both clocks of the process: one stops while the machine sleeps, and the other may be set back. */
  until: { now: number; elapsed: number };
}

/** The lease for work of one replica at a time: a row that others take over when its holder stops renewing it. */
export class Lease {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #name: string;
  readonly #seconds: number;
  readonly #holder = randomUUID();
  #hold: Hold | undefined;
  /** Resolves when the lease is taken next. */
  #taken = Promise.withResolvers<void>();
  /** Whether the last attempt failed, so that a lost database is logged once and not with every attempt. */
  #isFailing = false;

  constructor({ database, clock, log, name = 'jobs', seconds = 9 }: LeaseOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#name = name;
    this.#seconds = seconds;
  }

  get isHeld(): boolean {
    const until = this.#hold?.until;
    return until !== undefined && this.#clock.now() < until.now && this.#clock.elapsed() < until.elapsed;
  }

  /** Throws LeaseLost unless it is held, and keeps it until the transaction ends: make it the last step. */
  readonly fence: Fence = async (transaction) => {
    const held = await transaction.execute(sql`
      SELECT 1 FROM ${jobLease} WHERE name = ${this.#name} AND holder = ${this.#holder}
        AND term = ${this.#hold?.term ?? 0} AND ends_at > clock_timestamp() FOR SHARE`);
    if (rowsOf(held).length === 0) throw new LeaseLost('another replica holds the lease');
  };

  /** Takes the lease when it is free, renews it while it is held, and releases it when `signal` aborts. */
  async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wasHeld = this.isHeld;
      await this.#attempt(signal);
      if (this.isHeld !== wasHeld)
        this.#log.debug(
          this.isHeld ? 'runs the periodic jobs' : 'stopped periodic jobs: another replica holds the lease',
        );
      if (this.isHeld) {
        this.#taken.resolve();
        this.#taken = Promise.withResolvers<void>();
      }
      await this.#clock.sleep((this.#seconds * 1000) / 3, signal);
    }
    await this.#release().catch((error: unknown) =>
      this.#log.debug({ err: error }, 'could not release the lease of the periodic jobs: it expires on its own'),
    );
  }

  /** Resolves when the lease is held or `signal` aborts. */
  async held(signal: AbortSignal): Promise<void> {
    while (!this.isHeld && !signal.aborted) {
      const waiting = new AbortController();
      await Promise.race([this.#taken.promise, untilAborted(AbortSignal.any([signal, waiting.signal]))]);
      // A remaining listener would keep this wait in memory.
      waiting.abort();
    }
  }

  async #attempt(signal: AbortSignal): Promise<void> {
    try {
      await this.#take();
      if (this.#isFailing) this.#log.info('renewed the lease of the periodic jobs again');
      this.#isFailing = false;
    } catch (error) {
      // Without the database there is nothing to run either.
      if (!signal.aborted && !this.#isFailing)
        this.#log.warn(
          { err: error },
          'could not renew the lease of the periodic jobs; trying again every few seconds',
        );
      this.#isFailing = true;
    }
  }

  async #take(): Promise<void> {
    const seconds = this.#seconds;
    // Taken before the request, which may take long: the lease must never seem longer here than in the database.
    const from = { now: this.#clock.now(), elapsed: this.#clock.elapsed() };
    const row = await this.#database.execute(sql`
      INSERT INTO ${jobLease} (name, holder, ends_at)
      VALUES (${this.#name}, ${this.#holder}, clock_timestamp() + make_interval(secs => ${seconds}))
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = clock_timestamp() + make_interval(secs => ${seconds}),
        term = job_lease.term + (CASE WHEN job_lease.holder = excluded.holder THEN 0 ELSE 1 END)
      WHERE job_lease.holder = excluded.holder OR job_lease.ends_at < clock_timestamp()
      RETURNING term`);
    const term = rowsOf<{ term: number }>(row)[0]?.term;
    const until = { now: from.now + seconds * 1000, elapsed: from.elapsed + seconds * 1000 };
    this.#hold = term === undefined ? undefined : { term, until };
  }

  async #release(): Promise<void> {
    if (this.#hold === undefined) return;
    this.#hold = undefined;
    await this.#database.execute(
      sql`UPDATE ${jobLease} SET ends_at = clock_timestamp() WHERE name = ${this.#name} AND holder = ${this.#holder}`,
    );
  }
}

/** The replica that runs the jobs of which one may run at a time. */
export const jobLease = pg.pgTable('job_lease', {
  name: pg.text('name').primaryKey(),
  holder: pg.uuid('holder').notNull(),
  term: pg.integer('term').notNull().default(1),
  /** By the database's clock, which all replicas share. */
  endsAt: pg.timestamp('ends_at', { withTimezone: true }).notNull(),
});
