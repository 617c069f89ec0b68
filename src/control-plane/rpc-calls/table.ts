import { organizationId } from '../accounts/tables.ts';
import { index, jsonb, pgTable, text, timestamp, uuid } from '../database/drizzle-pg.ts';
import { node } from '../nodes/table.ts';

/** A call of a node's RPC that a person asked for, and its answer. It is forgotten after ten minutes. */
export const nodeRpcCall = pgTable(
  'node_rpc_call',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    nodeId: uuid('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    executorId: uuid('executor_id').notNull(),
    method: text('method').notNull(),
    /** As the person wrote them. */
    params: jsonb('params').$type<string[]>().notNull(),
    status: text('status').$type<'pending' | 'done' | 'failed'>().notNull().default('pending'),
    /** JSON. */
    result: text('result'),
    error: text('error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('node_rpc_call_executor').on(table.executorId, table.status)],
);
