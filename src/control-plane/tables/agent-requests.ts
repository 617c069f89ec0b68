import type { RequestArgs, RequestKind } from '../../contract/agent-requests.ts';
import type { NodeLogChunk } from '../../contract/types.generated.ts';
import { and, eq, pg, type SQL, sql } from '../platform/database/database.ts';
import { belongsTo, ofOrganization, type TenantKey } from '../platform/database/tenant-keys.ts';
import { instant } from './accounts.ts';
import { node, ofNode } from './nodes.ts';

export const agentRequest = pg.pgTable(
  'agent_request',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    ...ofNode(),
    executorId: pg.uuid('executor_id').notNull(),
    kind: pg.text('kind').$type<RequestKind>().notNull(),
    args: pg.jsonb('args').$type<RequestArgs>().notNull(),
    /** A followed log stays `pending`. */
    status: pg.text('status').$type<'pending' | 'done' | 'failed'>().notNull().default('pending'),
    /** JSON. */
    result: pg.text('result'),
    error: pg.text('error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Heartbeats stop carrying the request at this time. */
    awaitedUntil: instant('awaited_until').notNull(),
    answeredAt: instant('answered_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    belongsTo(table.organizationId, table.nodeId, node),
    pg.index('agent_request_pending').on(table.executorId).where(sql`${table.status} = 'pending'`),
    pg.index('agent_request_node').on(table.nodeId, table.kind),
  ],
);

/** A request as people and agents see it. Agents get no result. */
export type ShownRequest = Pick<AgentRequestRow, 'id' | 'nodeId' | 'kind' | 'args' | 'status'> &
  Partial<Pick<AgentRequestRow, 'result' | 'error'>>;

export const isExplanationOf = ({ organizationId, id }: TenantKey): SQL | undefined =>
  and(eq(agentRequest.organizationId, organizationId), eq(agentRequest.nodeId, id), eq(agentRequest.kind, 'explain'));

export type AgentRequestRow<K extends RequestKind = RequestKind> = typeof agentRequest.$inferSelect & {
  kind: K;
  args: RequestArgs<K>;
};

/** Lines of a followed log until the reader takes them. Unlogged: a crash of the database may lose them. */
export const logChunk = pg.pgTable(
  'log_chunk',
  {
    organizationId: ofOrganization(),
    requestId: pg.uuid('request_id').notNull(),
    sequence: pg.integer('sequence').notNull(),
    chunk: pg.jsonb('chunk').$type<Omit<NodeLogChunk, 'sequence'>>().notNull(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.requestId, table.sequence] }),
    belongsTo(table.organizationId, table.requestId, agentRequest),
  ],
);
