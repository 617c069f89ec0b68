import { readCall } from '../../bitcoin/reading-calls.ts';
import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { and, eq, type SQL, sql } from '../database/drizzle.ts';
import { domainError, invalidInput } from '../input/errors.ts';
import { lockNode } from '../nodes/find-nodes.ts';
import { isAwaited } from './call-expiry.ts';
import { nodeRpcCall } from './table.ts';

/** Each heartbeat repeats what waits for an answer. */
const maxOpenOfNode = 20;
const maxOpenOfExecutor = 50;

export interface WantedCall {
  nodeId: string;
  method: string;
  params: readonly string[];
}

/** Asks an agent for a call within a transaction. Throws `invalid_input`, Forbidden, `executor_offline`, `agent_outdated` and `limit_reached`. */
export async function callNodeRpc(
  transaction: Database,
  organizationId: string,
  { nodeId, method, params }: WantedCall,
): Promise<typeof nodeRpcCall.$inferSelect> {
  const call = readCall(method, params);
  if ('issues' in call) throw invalidInput(call.issues.map(({ path, message }) => ({ path: [...path], message })));
  // Locked with its executor, so that two requests at once do not both open the last one, of the node or of the executor.
  const node = await lockNode(transaction, organizationId, nodeId);
  const { executor, executorId } = node;
  if (!executor.online)
    throw domainError('executor_offline', `${executor.name} is offline, so it cannot ask ${node.name}`);
  if (!executor.features.includes('rpc-call'))
    throw domainError(
      'agent_outdated',
      `the agent of ${executor.name} has version ${executor.version}, which cannot call a node’s RPC; upgrade it, or call the node’s endpoint`,
    );
  const ofExecutor = eq(nodeRpcCall.executorId, executorId);
  if ((await count(transaction, and(ofExecutor, eq(nodeRpcCall.nodeId, node.id)))) >= maxOpenOfNode)
    throw domainError('limit_reached', `${maxOpenOfNode} calls of ${node.name} wait already; try again in a minute`);
  if ((await count(transaction, ofExecutor)) >= maxOpenOfExecutor)
    throw domainError('limit_reached', `${maxOpenOfExecutor} calls wait on ${executor.name}; try again in a minute`);
  const [row] = await transaction
    .insert(nodeRpcCall)
    .values({ organizationId, nodeId: node.id, executorId, method, params: [...params] })
    .returning();
  if (row === undefined) throw new Error('the database returned no row for the call that it inserted');
  await publish(transaction, { kind: 'nudge', executorId });
  return row;
}

async function count(transaction: Database, condition: SQL | undefined): Promise<number> {
  const [row] = await transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(nodeRpcCall)
    .where(and(condition, isAwaited));
  return row?.count ?? 0;
}
