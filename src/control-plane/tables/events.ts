import type { EventLevel } from '../../contract/types.generated.ts';
import { ofOrganization, pg, sql } from '../platform/database/database.ts';
import { instant } from './accounts.ts';

/**
 * Events, and samples of unknown nodes. `sequence` is the order of arrival. The migration partitions the table by month
 * of the id, a UUIDv7, so that an id is always in the same partition, where a unique index covers it.
 */
export const event = pg.pgTable(
  'event',
  {
    sequence: pg.bigserial('sequence', { mode: 'number' }),
    id: pg.uuid('id').notNull(),
    organizationId: ofOrganization(),
    /** By the clock of its host, which may be wrong. */
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    level: pg.text('level').$type<EventLevel>().notNull(),
    kind: pg.text('kind').notNull(),
    message: pg.text('message').notNull(),
    data: pg.jsonb('data'),
    executorName: pg.text('executor_name'),
    nodeName: pg.text('node_name'),
    nodeId: pg.uuid('node_id'),
  },
  (table) => [
    // Not the id alone: a caller who knows an id of another organization must not be able to take it.
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg.index('event_feed').on(table.organizationId, table.sequence).where(sql`kind <> 'node.sample'`),
    // One per filter, however few events match.
    pg.index('event_node').on(table.organizationId, table.nodeName, table.sequence).where(sql`node_name IS NOT NULL`),
    pg.index('event_node_id').on(table.organizationId, table.nodeId, table.sequence).where(sql`node_id IS NOT NULL`),
    pg.index('event_executor').on(table.organizationId, table.executorName, table.sequence),
    // Most events are of the level that it leaves out, so that the feed has them close together.
    pg.index('event_level').on(table.organizationId, table.level, table.sequence).where(sql`level <> 'info'`),
    pg.index('event_kind').on(table.organizationId, table.kind, table.sequence),
    pg.index('event_time').on(table.organizationId, table.at, table.sequence),
    // For the rule that counts exits.
    pg.index('event_exited').on(table.receivedAt).where(sql`kind = 'node.exited'`),
    // For retention. Rows are stored in this order, so that a summary of the pages is enough.
    pg.index('event_received').using('brin', table.receivedAt),
  ],
);
