import type { NodeOperationKind, NodeOperationState, OperationResultInput } from '../../contract/types.generated.ts';
import { and, belongsTo, eq, inArray, pg, type SQL, type TenantKey } from '../platform/database/database.ts';
import { instant } from './accounts.ts';
import { type NodeRow, node, ofNode } from './nodes.ts';

/** The states of an operation that has not ended. */
export const pendingStates = ['requested', 'running'] as const satisfies readonly NodeOperationState[];

/** One operation of a node, kept as its history. */
export const nodeOperation = pg.pgTable(
  'node_operation',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    ...ofNode(),
    kind: pg.text('kind').$type<NodeOperationKind>().notNull(),
    params: pg.jsonb('params').$type<Record<string, unknown>>().notNull(),
    state: pg.text('state').$type<NodeOperationState>().notNull().default('requested'),
    /** The step that its agent reported last. */
    step: pg.text('step'),
    progress: pg.doublePrecision('progress'),
    cancellable: pg.boolean('cancellable').notNull().default(false),
    reason: pg.text('reason'),
    /** As its agent reported it. */
    result: pg.jsonb('result').$type<OperationResultInput>(),
    requestedBy: pg.text('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    belongsTo(table.organizationId, table.nodeId, node),
    pg.index('node_operation_node').on(table.nodeId, table.requestedAt),
  ],
);

export const isOperationOf = ({ organizationId, id }: TenantKey): SQL | undefined =>
  and(eq(nodeOperation.organizationId, organizationId), eq(nodeOperation.nodeId, id));

export const isPendingOf = (node: TenantKey): SQL | undefined =>
  and(isOperationOf(node), inArray(nodeOperation.state, pendingStates));

export type OperationRow = typeof nodeOperation.$inferSelect;

/** An operation together with its node. */
export type OperationOfNode = OperationRow & { node: NodeRow };
