import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { EventLevel } from '../../client/generated.ts';

/** What happened, and samples. `sequence` is the order of arrival, which pages follow. */
export const event = pgTable(
  'event',
  {
    sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
    id: uuid('id').notNull().unique(),
    organizationId: text('organization_id').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    level: text('level').$type<EventLevel>().notNull(),
    kind: text('kind').notNull(),
    message: text('message').notNull(),
    data: jsonb('data'),
    executorName: text('executor_name'),
    nodeName: text('node_name'),
    nodeId: uuid('node_id'),
  },
  (table) => [
    index('event_feed').on(table.organizationId, table.sequence).where(sql`kind <> 'node.sample'`),
    index('event_node').on(table.organizationId, table.nodeName, table.sequence),
  ],
);
