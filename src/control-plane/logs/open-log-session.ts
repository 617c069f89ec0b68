import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { and, eq, inArray, type SQL, sql } from '../database/drizzle.ts';
import { domainError } from '../input/errors.ts';
import { lockNode } from '../nodes/find-nodes.ts';
import { notExpired } from './session-expiry.ts';
import { logSession } from './table.ts';

/** Each heartbeat repeats what waits for an answer, and what is followed. */
const maxOpenOfNode = 20;
const maxFollowedOnExecutor = 50;

export interface LogSessionRequest {
  nodeId: string;
  /** How many of the last lines. */
  tail: number;
  /** An ISO time. */
  since: string | null;
  follow: boolean;
}

/** Opens a log session within a transaction. Throws Forbidden, `executor_offline`, `agent_outdated` and `limit_reached`. */
export async function openLogSession(
  transaction: Database,
  organizationId: string,
  { nodeId, tail, since, follow }: LogSessionRequest,
): Promise<typeof logSession.$inferSelect> {
  // Locked with its executor, so that two requests at once do not both open the last one, of the node or of the executor.
  const node = await lockNode(transaction, organizationId, nodeId);
  const { executor } = node;
  if (!executor.online) {
    throw domainError('executor_offline', `${executor.name} is offline, so it cannot read the log of ${node.name}`);
  }
  if ((follow || since !== null) && !executor.features.includes('log-follow')) {
    throw domainError(
      'agent_outdated',
      `the agent of ${executor.name} has version ${executor.version}, which gives only the last lines of a log; upgrade it, or ask without follow and since`,
    );
  }
  const open = inArray(logSession.status, ['pending', 'following']);
  if ((await count(transaction, and(eq(logSession.nodeId, node.id), open))) >= maxOpenOfNode) {
    throw domainError(
      'limit_reached',
      `${maxOpenOfNode} log sessions of ${node.name} are open already; wait for one of them, or until they end`,
    );
  }
  const followed = and(eq(logSession.executorId, node.executorId), eq(logSession.status, 'following'));
  if (follow && (await count(transaction, followed)) >= maxFollowedOnExecutor) {
    throw domainError(
      'limit_reached',
      `${maxFollowedOnExecutor} logs are followed on ${executor.name} already; end one of them`,
    );
  }
  const [row] = await transaction
    .insert(logSession)
    .values({
      organizationId,
      nodeId: node.id,
      executorId: node.executorId,
      tail,
      since: since === null ? null : new Date(since),
      follow,
      status: follow ? 'following' : 'pending',
    })
    .returning();
  if (row === undefined) throw new Error('the database returned no row for the log session that it inserted');
  await publish(transaction, { kind: 'nudge', executorId: node.executorId });
  return row;
}

async function count(transaction: Database, condition: SQL | undefined): Promise<number> {
  const [row] = await transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(logSession)
    .where(and(condition, notExpired));
  return row?.count ?? 0;
}
