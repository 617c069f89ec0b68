import type { Database } from '../database/database.ts';
import { type SQL, sql } from '../database/drizzle.ts';
import { busChannel } from './bus.ts';
import { type BusMessage, toPayloads } from './message.ts';

/**
 * Tells every replica, this one as well, once the transaction is committed; nobody hears of one that is rolled back. A replica whose
 * connection is down learns of the gap instead, and reads anew.
 */
export async function publish(transaction: Database, ...messages: readonly BusMessage[]): Promise<void> {
  const payloads = toPayloads(messages);
  if (payloads.length === 0) return;
  await transaction.execute(
    sql`SELECT pg_notify(${busChannel}, payload) FROM jsonb_array_elements_text(${JSON.stringify(payloads)}::jsonb) AS payload`,
  );
}

/** The same as a part of a statement that changes something, for a single message: it is published when the row that holds it is computed. */
export const publishing = (message: BusMessage): SQL => sql`pg_notify(${busChannel}, ${toPayloads([message])[0]})`;
