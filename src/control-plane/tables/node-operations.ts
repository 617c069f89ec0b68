import type { NodeOperationKind, NodeOperationState } from '../../contract/types.generated.ts';
import {
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from '../platform/database/drizzle-pg.ts';
import { type NodeRow, node } from './nodes.ts';

/** The states of an operation that has not ended. */
export const pendingStates = ['requested', 'running'] as const satisfies readonly NodeOperationState[];

/** One operation of a node, kept as its history. */
export const nodeOperation = pgTable(
  'node_operation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    nodeId: uuid('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NodeOperationKind>().notNull(),
    params: jsonb('params').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<NodeOperationState>().notNull().default('requested'),
    /** What its agent reported last. */
    step: text('step'),
    progress: doublePrecision('progress'),
    cancellable: boolean('cancellable').notNull().default(false),
    reason: text('reason'),
    requestedBy: text('requested_by').notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [index('node_operation_node').on(table.nodeId, table.requestedAt)],
);

export type OperationRow = typeof nodeOperation.$inferSelect;

/** An operation together with its node. */
export type OperationOfNode = OperationRow & { node: NodeRow };
