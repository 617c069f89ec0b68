import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import type { EventLevel } from '../../contract/types.generated.ts';

/** Events, and samples that a former release stored here. `sequence` is the order of arrival, which pages follow. */
export const event = pgTable(
  'event',
  {
    sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
    id: uuid('id').notNull(),
    organizationId: text('organization_id').notNull(),
    /** By the clock of the host where it happened, which may be wrong. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
    level: text('level').$type<EventLevel>().notNull(),
    kind: text('kind').notNull(),
    message: text('message').notNull(),
    data: jsonb('data'),
    executorName: text('executor_name'),
    nodeName: text('node_name'),
    nodeId: uuid('node_id'),
  },
  (table) => [
    // Not the id alone: a caller who knows an id of another organization must not be able to take its place.
    unique('event_id').on(table.organizationId, table.id),
    index('event_feed').on(table.organizationId, table.sequence).where(sql`kind <> 'node.sample'`),
    index('event_node').on(table.organizationId, table.nodeName, table.sequence),
    // For retention, which keeps events longer than samples.
    index('event_received').on(table.receivedAt).where(sql`kind <> 'node.sample'`),
    index('event_sample_received').on(table.receivedAt).where(sql`kind = 'node.sample'`),
  ],
);
