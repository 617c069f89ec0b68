import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { type Database, rowsOf } from '../database/database.ts';
import { sql } from '../database/drizzle.ts';

const queue = 'webhook';

/** What a delivery is queued with. */
export interface QueuedDelivery {
  deliveryId: string;
  /** The receiver: one that is slow must not keep others waiting. */
  endpointId: string;
}

/** A delivery that is to be tried. */
export interface DeliveryJob extends QueuedDelivery {
  jobId: string;
}

/**
 * The queue of deliveries, in tables of the database that migrations make: what a transaction adds is there when it commits, and a job that a
 * replica took and never ended comes back. It says when to try; the table of deliveries says whether there is still something to do.
 */
export class DeliveryQueue {
  readonly #boss: PgBoss;

  constructor(database: Database, log: Logger) {
    this.#boss = new PgBoss({
      db: adapterOf(database),
      migrate: false,
      schedule: false,
      maintenanceIntervalSeconds: 30,
      archiveCompletedAfterSeconds: 3600,
      deleteAfterHours: 24,
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'the queue of webhooks could not be maintained'));
  }

  /** Throws when the database has another version of the queue's tables. */
  async start(): Promise<void> {
    await this.#boss.start();
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }

  /** Adds deliveries within a transaction, to be tried so many seconds from now, by the database's clock. */
  async add(transaction: Database, deliveries: readonly QueuedDelivery[], afterSeconds = 0): Promise<void> {
    if (deliveries.length === 0) return;
    const jobs = deliveries.map(({ deliveryId, endpointId }) => ({
      name: queue,
      data: { deliveryId, endpointId },
      startAfter: `${afterSeconds} seconds`,
    }));
    await this.#boss.insert(jobs, { db: adapterOf(transaction) });
  }

  /** Takes up to so many deliveries within a transaction, whose time has come; no other replica gets them. */
  async take(transaction: Database, count: number): Promise<DeliveryJob[]> {
    const jobs = await this.#boss.fetch<QueuedDelivery>(queue, { batchSize: count, db: adapterOf(transaction) });
    return jobs.map(({ id, data: { deliveryId, endpointId } }) => ({ jobId: id, deliveryId, endpointId }));
  }

  /** Ends a job within the transaction that records how it ended. */
  async done(transaction: Database, jobId: string): Promise<void> {
    await this.#boss.complete(queue, jobId, {}, { db: adapterOf(transaction) });
  }
}

/** Runs the queue's statements on a connection or in a transaction of ours. */
const adapterOf = (database: Database): PgBoss.Db => ({
  executeSql: async (text, values) => ({ rows: rowsOf(await database.execute(statementOf(text, values ?? []))) ?? [] }),
});

/** Writes `$1`, `$2`, … of a statement as parameters of ours. */
function statementOf(text: string, values: readonly unknown[]) {
  if (values.length === 0) return sql.raw(text);
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1] ?? null))),
  );
}
