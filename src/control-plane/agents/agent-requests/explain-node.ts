import type { RequestResult } from '../../../contract/agent-requests.ts';
import { systemClock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import { findNode, lockNode } from '../../nodes/find-nodes.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, desc, eq, gt, hasKey, or, sql, transact } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { agentRequest, isExplanationOf } from '../../tables/agent-requests.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import type { AgentAnswers } from './agent-answers.ts';
import { isAwaited } from './limits.ts';
import { openRequest } from './open-request.ts';

const timeoutMs = 2000;

/** In values: an explanation writes to the database and wakes an agent. */
const explanationCost = 1000;

interface Obstacle {
  code: 'executor_offline' | 'executor_not_answering';
  reason: string;
}

/** Returns null once the answer is stored. */
async function ask(database: Database, answers: AgentAnswers, node: NodeRow): Promise<Obstacle | null> {
  const id = await requestExplanation(database, node);
  const notify = new Notify(systemClock);
  using _listening = answers.listen(id, () => notify.notify());
  const { name } = node.executor;
  const code = 'executor_not_answering';
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const [request] = await database
      .select({ status: agentRequest.status, error: agentRequest.error })
      .from(agentRequest)
      .where(hasKey(agentRequest, node.organizationId, id));
    if (request?.status === 'failed') return { code, reason: `${name} cannot explain it: ${request.error}` };
    if (request?.status !== 'pending') return null;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) break;
    await notify.wait(leftMs, new AbortController().signal);
  }
  return { code, reason: `${name} did not answer within ${timeoutMs / 1000} s; it may be busy or disconnected` };
}

/** Joins a request that is open or was answered within the last second. */
const requestExplanation = (database: Database, { id, organizationId }: NodeRow): Promise<string> =>
  transact(database, async (transaction) => {
    const node = await lockNode(transaction, organizationId, id);
    const isRecent = gt(agentRequest.answeredAt, sql`now() - interval '1 second'`);
    const [current] = await transaction
      .select({ id: agentRequest.id })
      .from(agentRequest)
      .where(and(isExplanationOf(node), or(isAwaited, isRecent)))
      .limit(1);
    if (current === undefined) return (await openRequest(transaction, node, 'explain', {})).id;
    await publish(transaction, { kind: 'nudge', organizationId, executorId: node.executorId });
    return current.id;
  });

export const explainNodeResolvers = ({ answers }: { answers: AgentAnswers }): Resolvers => ({
  Query: {
    /** The agent's explanation of a node, or the last stored one. */
    explainNode: organizationQuery(null, async ({ where }, { reader, context: { budget, database } }) => {
      budget.charge(explanationCost);
      const node = await findNode(database, reader.organizationId, where.id);
      if (node === undefined) return null;
      const { name, online, lastSeenAt } = node.executor;
      const obstacle: Obstacle | null = online
        ? await ask(database, answers, node)
        : { code: 'executor_offline', reason: `${name} is offline, last seen ${lastSeenAt.toISOString()}` };
      const [last] = await database
        .select({ result: agentRequest.result, answeredAt: agentRequest.answeredAt })
        .from(agentRequest)
        .where(and(isExplanationOf(node), eq(agentRequest.status, 'done')))
        .orderBy(desc(agentRequest.answeredAt))
        .limit(1);
      if (last?.answeredAt == null || last.result === null) {
        const { code, reason } = obstacle ?? { code: 'executor_not_answering', reason: 'no answer' };
        throw domainError(code, `${reason}; ${node.name} has no earlier explanation`);
      }
      return {
        ...(JSON.parse(last.result) as RequestResult<'explain'>),
        id: node.id,
        explainedAt: last.answeredAt.toISOString(),
        isCurrent: obstacle === null,
        staleReason: obstacle?.reason ?? null,
      };
    }),
  },
});
