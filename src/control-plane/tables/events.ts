import type { EventLevel } from '../../contract/types.generated.ts';
import { sql } from '../platform/database/drizzle.ts';
import { bigserial, index, jsonb, pgTable, text, timestamp, unique, uuid } from '../platform/database/drizzle-pg.ts';

/**
 * Events, and samples of nodes that are not known. `sequence` is the order of arrival, which pages follow.
 *
 * A migration partitioned the table by month, which the schema here cannot say: by the id, a UUIDv7, which carries the time when the event
 * arose. So an id always lies in the same partition, where a unique index stores it at most once.
 */
export const event = pgTable(
  'event',
  {
    sequence: bigserial('sequence', { mode: 'number' }),
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
    // For each filter, however few events it leaves.
    index('event_node').on(table.organizationId, table.nodeName, table.sequence),
    index('event_node_id').on(table.organizationId, table.nodeId, table.sequence),
    index('event_executor').on(table.organizationId, table.executorName, table.sequence),
    index('event_level').on(table.organizationId, table.level, table.sequence),
    index('event_kind').on(table.organizationId, table.kind, table.sequence),
    index('event_time').on(table.organizationId, table.at, table.sequence),
    // For the rule that counts exits.
    index('event_exited').on(table.receivedAt).where(sql`kind = 'node.exited'`),
    // For retention.
    index('event_received').on(table.receivedAt),
  ],
);
