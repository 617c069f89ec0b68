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
export function buildLease({ database, clock, log, name = 'jobs', seconds = 9 }: LeaseOptions) {
  const holder = randomUUID();
  let taken = Promise.withResolvers<void>();
  let hold: Hold | undefined;
  const isHeld = (): boolean => {
    const until = hold?.until;
    return until !== undefined && clock.now() < until.now && clock.elapsed() < until.elapsed;
  };
  const take = async (): Promise<void> => {
    // Taken before the request, which may take long: the lease must never seem longer here than in the database.
    const from = { now: clock.now(), elapsed: clock.elapsed() };
    const row = await database.execute(sql`
      INSERT INTO ${jobLease} (name, holder, ends_at)
      VALUES (${name}, ${holder}, clock_timestamp() + make_interval(secs => ${seconds}))
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = clock_timestamp() + make_interval(secs => ${seconds}),
        term = job_lease.term + (CASE WHEN job_lease.holder = excluded.holder THEN 0 ELSE 1 END)
      WHERE job_lease.holder = excluded.holder OR job_lease.ends_at < clock_timestamp()
      RETURNING term`);
    const term = rowsOf<{ term: number }>(row)[0]?.term;
    const until = { now: from.now + seconds * 1000, elapsed: from.elapsed + seconds * 1000 };
    hold = term === undefined ? undefined : { term, until };
  };
  const release = async (): Promise<void> => {
    if (hold === undefined) return;
    hold = undefined;
    await database.execute(
      sql`UPDATE ${jobLease} SET ends_at = clock_timestamp() WHERE name = ${name} AND holder = ${holder}`,
    );
  };
  /** Throws LeaseLost unless it is held, and keeps it until the transaction ends: make it the last step. */
  const fence: Fence = async (transaction) => {
    const held = await transaction.execute(sql`
      SELECT 1 FROM ${jobLease} WHERE name = ${name} AND holder = ${holder}
        AND term = ${hold?.term ?? 0} AND ends_at > clock_timestamp() FOR SHARE`);
    if (rowsOf(held).length === 0) throw new LeaseLost('another replica holds the lease');
  };
  return {
    get isHeld() {
      return isHeld();
    },
    fence,
    /** Takes the lease when it is free, renews it while it is held, and releases it when `signal` aborts. */
    keep: async (signal: AbortSignal): Promise<void> => {
      let isFailing = false;
      const attempt = async (): Promise<void> => {
        try {
          await take();
          if (isFailing) log.info('renewed the lease of the periodic jobs again');
          isFailing = false;
        } catch (error) {
          // Without the database there is nothing to run either. Once, and not with every attempt.
          if (!signal.aborted && !isFailing)
            log.warn({ err: error }, 'could not renew the lease of the periodic jobs; trying again every few seconds');
          isFailing = true;
        }
      };
      while (!signal.aborted) {
        const wasHeld = isHeld();
        await attempt();
        if (isHeld() !== wasHeld)
          log.debug(isHeld() ? 'runs the periodic jobs' : 'stopped periodic jobs: another replica holds the lease');
        if (isHeld()) {
          taken.resolve();
          taken = Promise.withResolvers<void>();
        }
        await clock.sleep((seconds * 1000) / 3, signal);
      }
      await release().catch((error: unknown) =>
        log.debug({ err: error }, 'could not release the lease of the periodic jobs: it expires on its own'),
      );
    },
    held: async (signal: AbortSignal): Promise<void> => {
      while (!isHeld() && !signal.aborted) {
        const waiting = new AbortController();
        await Promise.race([taken.promise, untilAborted(AbortSignal.any([signal, waiting.signal]))]);
        // A remaining listener would keep this wait in memory.
        waiting.abort();
      }
    },
  };
}

export type Lease = ReturnType<typeof buildLease>;

/** The replica that runs the jobs of which one may run at a time. */
export const jobLease = pg.pgTable('job_lease', {
  name: pg.text('name').primaryKey(),
  holder: pg.uuid('holder').notNull(),
  term: pg.integer('term').notNull().default(1),
  /** By the database's clock, which all replicas share. */
  endsAt: pg.timestamp('ends_at', { withTimezone: true }).notNull(),
});
