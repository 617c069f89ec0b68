import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizationId } from '../accounts/tables.ts';
import { node } from '../nodes/table.ts';

/** A request for the last lines of a node's log, and the answer; it expires after ten minutes. */
export const logSession = pgTable(
  'log_session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    nodeId: uuid('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    executorId: uuid('executor_id').notNull(),
    tail: integer('tail').notNull(),
    status: text('status').$type<'pending' | 'ready' | 'failed'>().notNull().default('pending'),
    lines: jsonb('lines').$type<string[]>().notNull().default([]),
    error: text('error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('log_session_executor').on(table.executorId, table.status)],
);
