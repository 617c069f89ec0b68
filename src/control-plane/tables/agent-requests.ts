import type { RequestArgs, RequestKind } from '../../contract/agent-requests.ts';
import type { NodeLogChunk } from '../../contract/types.generated.ts';
import { sql } from '../platform/database/drizzle.ts';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from '../platform/database/drizzle-pg.ts';
import { organizationId } from './accounts.ts';
import { node } from './nodes.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What a person asks of a node's agent, and its answer. */
export const agentRequest = pgTable(
  'agent_request',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    nodeId: uuid('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    executorId: uuid('executor_id').notNull(),
    kind: text('kind').$type<RequestKind>().notNull(),
    args: jsonb('args').$type<RequestArgs>().notNull(),
    /** A log that is followed stays `pending`. */
    status: text('status').$type<'pending' | 'done' | 'failed'>().notNull().default('pending'),
    /** JSON; of a call, as the daemon wrote it. */
    result: text('result'),
    error: text('error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Heartbeats stop carrying the request at this time. */
    awaitedUntil: instant('awaited_until').notNull(),
    answeredAt: instant('answered_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('agent_request_pending').on(table.executorId).where(sql`${table.status} = 'pending'`),
    index('agent_request_node').on(table.nodeId, table.kind),
  ],
);

export type AgentRequestRow<K extends RequestKind = RequestKind> = typeof agentRequest.$inferSelect & {
  kind: K;
  args: RequestArgs<K>;
};

/** Lines of a log that is followed, from its agent until its reader takes them. Unlogged: a crash of the database may lose them. */
export const logChunk = pgTable(
  'log_chunk',
  {
    requestId: uuid('request_id')
      .notNull()
      .references(() => agentRequest.id, { onDelete: 'cascade' }),
    sequence: integer('sequence').notNull(),
    chunk: jsonb('chunk').$type<Omit<NodeLogChunk, 'sequence'>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.requestId, table.sequence] })],
);
