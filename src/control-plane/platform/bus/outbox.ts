import type { Clock } from '../../../timing/clock.ts';
import type { Notify } from '../../../timing/notify.ts';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { isDatabaseAway } from '../database/connection-fault.ts';
import {
  busOutboxName,
  type Database,
  intoBusOutbox,
  keyOf,
  pg,
  type SQL,
  sql,
  type TenantKey,
} from '../database/database.ts';
import type { BusMessage } from './message.ts';

export const busChannel = 'satrap';

/** The messages of committed transactions, until a replica sends them. */
export const busOutbox = pg.pgTable(busOutboxName, {
  id: pg.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** JSON. */
  message: pg.text('message').notNull(),
});

/** Publishes to every replica after the commit. A replica whose connection is down sees a gap instead, and reloads. */
export async function publish(transaction: Database, ...messages: readonly BusMessage[]): Promise<void> {
  if (messages.length > 0) await transaction.execute(publishing(...messages));
}

/** Messages that wake the agents of executors, each once. */
export const nudgesOf = (executors: readonly TenantKey[]): BusMessage[] =>
  [...new Map(executors.map((executor) => [keyOf(executor), executor])).values()].map(
    ({ organizationId, id: executorId }) => ({ kind: 'nudge', organizationId, executorId }),
  );

/** The statement of `publish`, to be part of another one. */
export const publishing = (...messages: readonly BusMessage[]): SQL =>
  sql`${sql.raw(intoBusOutbox)} (message) SELECT unnest(${sql.param(messages.map((message) => JSON.stringify(message)))}::text[])`;

/** NOTIFY locks the whole server until its commit, so that each replica commits one at most this often. */
const notifyEveryMs = 25;
/** Finds the messages of a replica that ended before it sent them. */
const lookEverySeconds = 1;
const maxMessages = 10_000;
/** A payload has fewer than 8000 bytes. One message has at most 300, which come on top of the last full part. */
const partBytes = 7500;

/** Sends the messages of the outbox, each once, in the order of their last publication. */
export const outboxTask = (database: Database, published: Notify, clock: Clock): PeriodicTask => ({
  what: 'send messages to the replicas',
  everySeconds: lookEverySeconds,
  wokenBy: published,
  run: async (signal) => {
    const sending = database.execute(sql`
      WITH taken AS (
        DELETE FROM ${busOutbox} WHERE id IN (
          SELECT id FROM ${busOutbox} ORDER BY id LIMIT ${maxMessages} FOR UPDATE SKIP LOCKED)
        RETURNING id, message),
      latest AS (SELECT message, max(id) AS id FROM taken GROUP BY message),
      parted AS (SELECT id, message, sum(octet_length(message) + 1) OVER (ORDER BY id) / ${partBytes}::int AS part FROM latest)
      SELECT pg_notify(${busChannel}, '[' || string_agg(message, ',' ORDER BY id) || ']') FROM parted GROUP BY part ORDER BY part`);
    await sending.catch((error: unknown) => {
      // The messages wait. The bus reports a database that is away, once.
      if (!isDatabaseAway(error)) throw error;
    });
    await clock.sleep(notifyEveryMs, signal);
  },
});
