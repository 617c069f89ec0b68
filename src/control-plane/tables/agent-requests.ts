import type { RequestArgs, RequestKind } from '../../contract/agent-requests.ts';
import type { NodeLogChunk } from '../../contract/types.generated.ts';
import { pg, sql } from '../platform/database/database.ts';
import { instant, organizationId } from './accounts.ts';
import { nodeId } from './nodes.ts';

export const agentRequest = pg.pgTable(
  'agent_request',
  {
    id: pg.uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    nodeId: nodeId(),
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
    pg.index('agent_request_pending').on(table.executorId).where(sql`${table.status} = 'pending'`),
    pg.index('agent_request_node').on(table.nodeId, table.kind),
  ],
);

export type AgentRequestRow<K extends RequestKind = RequestKind> = typeof agentRequest.$inferSelect & {
  kind: K;
  args: RequestArgs<K>;
};

/** Lines of a followed log until the reader takes them. Unlogged: a crash of the database may lose them. */
export const logChunk = pg.pgTable(
  'log_chunk',
  {
    requestId: pg
      .uuid('request_id')
      .notNull()
      .references(() => agentRequest.id, { onDelete: 'cascade' }),
    sequence: pg.integer('sequence').notNull(),
    chunk: pg.jsonb('chunk').$type<Omit<NodeLogChunk, 'sequence'>>().notNull(),
  },
  (table) => [pg.primaryKey({ columns: [table.requestId, table.sequence] })],
);
