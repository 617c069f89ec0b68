import type * as z from 'zod';
import {
  type RequestArgs,
  type RequestKind,
  type RequestResult,
  requestArgs,
  requestInputs,
} from '../../../contract/agent-requests.ts';
import { Notify, systemClock } from '../../../timing/clock.ts';
import { findNode, lockNode } from '../../nodes/find-nodes.ts';
import { publish } from '../../platform/bus/outbox.ts';
import {
  and,
  type Database,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  oneRow,
  or,
  sql,
  transact,
} from '../../platform/database/database.ts';
import { checkShape } from '../../platform/input/check-shape.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { memberMutation, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type AgentRequestRow, agentRequest } from '../../tables/agent-requests.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import type { AgentAnswers } from './agent-answers.ts';
import { isAwaited, limitsOf, notExpired } from './limits.ts';

/** Opens a request on a locked node, which enforces the limits. Throws `executor_offline` and `limit_reached`. */
export async function openRequest<K extends RequestKind>(
  transaction: Database,
  { id: nodeId, name, organizationId, executorId, executor }: NodeRow,
  kind: K,
  args: RequestArgs<K>,
): Promise<AgentRequestRow<K>> {
  const { awaitedSeconds, keptSeconds, maxOfNode, countedWith, maxOfExecutor } = limitsOf(kind);
  if (!executor.online) {
    throw domainError('executor_offline', `${executor.name} is offline, so it cannot answer requests for ${name}`);
  }
  const isOfNode = and(eq(agentRequest.nodeId, nodeId), inArray(agentRequest.kind, [...countedWith]));
  const [open = { ofNode: 0, ofExecutor: 0 }] = await transaction
    .select({
      ofNode: sql<number>`(count(*) FILTER (WHERE ${isOfNode}))::int`,
      ofExecutor: sql<number>`(count(*) FILTER (WHERE ${eq(agentRequest.kind, kind)}))::int`,
    })
    .from(agentRequest)
    .where(and(eq(agentRequest.executorId, executorId), isAwaited));
  const full = (what: string) =>
    domainError('limit_reached', `${what} are already open; close one of them, or try again in a minute`, {
      retryAfterSeconds: 60,
    });
  if (open.ofNode >= maxOfNode) throw full(`${maxOfNode} such requests for ${name}`);
  if (open.ofExecutor >= maxOfExecutor) throw full(`${maxOfExecutor} such requests on ${executor.name}`);
  const fromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
  const life = { awaitedUntil: fromNow(awaitedSeconds), expiresAt: fromNow(keptSeconds) };
  const values = { organizationId, nodeId, executorId, kind, args, ...life };
  const row = oneRow(await transaction.insert(agentRequest).values(values).returning());
  await publish(transaction, { kind: 'nudge', executorId });
  return row as AgentRequestRow<K>;
}

const showRequest = ({ result, ...row }: AgentRequestRow) => ({
  ...row,
  result: result === null ? null : JSON.parse(result),
});

export const openRequestResolvers = (): Resolvers => ({
  Query: {
    /** A request with its answer; `failed` if no agent answered in time. */
    agentRequest: organizationQuery(null, async ({ where }, { reader, context: { budget, database } }) => {
      const isOverdue = sql<boolean>`${eq(agentRequest.status, 'pending')} AND NOT (${isAwaited})`;
      const ids = [where.id].filter(isUuid);
      const isTheirs = and(inArray(agentRequest.id, ids), eq(agentRequest.organizationId, reader.organizationId));
      const found = database.select({ ...getTableColumns(agentRequest), isOverdue }).from(agentRequest);
      const [row] = await budget.fetchRows(1, found.where(and(isTheirs, notExpired)));
      if (row === undefined) return null;
      const overdue = { status: 'failed', error: 'the agent did not answer in time' } as const;
      return showRequest(row.isOverdue ? { ...row, ...overdue } : row);
    }),
  },
  // A read operation: every member may use it.
  Mutation: {
    openAgentRequest: memberMutation({
      run: async ({ where, kind, args }, { caller, database }) => {
        const inputs: z.ZodObject = requestInputs[kind];
        const { data, issues } = checkShape(inputs.strict(), args ?? {}, ['args']);
        if (issues !== null) throw invalidInput(issues);
        const node = await lockNode(database, caller.organizationId, where.id);
        return showRequest(await openRequest(database, node, kind, requestArgs[kind].parse(data)));
      },
      subject: ({ nodeId }) => ({ type: 'node', id: nodeId }),
      target: ({ where: { id } }) => ({ type: 'node', id }),
      action: ({ kind }) => `openAgentRequest ${kind}`,
    }),
  },
});

const timeoutMs = 2000;

/** In values: an explanation writes to the database and wakes an agent. */
const explanationCost = 1000;

interface Obstacle {
  code: 'executor_offline' | 'executor_not_answering';
  reason: string;
}

const isExplanationOf = ({ id }: NodeRow) => and(eq(agentRequest.nodeId, id), eq(agentRequest.kind, 'explain'));

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
      .where(eq(agentRequest.id, id));
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
    await publish(transaction, { kind: 'nudge', executorId: node.executorId });
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
        throw domainError(code, reason);
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
