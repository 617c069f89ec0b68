import type { NodeExplanationInput } from '../../contract/types.generated.ts';
import { index, jsonb, pgTable, timestamp, uuid } from '../database/drizzle-pg.ts';
import { node } from '../nodes/table.ts';

/** The last explanation of a node, and whether people wait for another one. */
export const nodeExplanation = pgTable(
  'node_explanation',
  {
    nodeId: uuid('node_id')
      .primaryKey()
      .references(() => node.id, { onDelete: 'cascade' }),
    /** Whom to ask. */
    executorId: uuid('executor_id').notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
    explanation: jsonb('explanation').$type<Omit<NodeExplanationInput, 'nodeId'>>(),
    explainedAt: timestamp('explained_at', { withTimezone: true }),
  },
  (table) => [index('node_explanation_executor').on(table.executorId, table.requestedAt)],
);
