import type * as z from 'zod';
import {
  type RequestArgs,
  type RequestedKind,
  type RequestKind,
  requestArgs,
  requestInputs,
} from '../../../contract/agent-requests.ts';
import { inKindField, kindField, kindOfInput } from '../../../contract/kind-fields.ts';
import type { AgentRequestArgs, AgentRequestInput, AgentRequestResult } from '../../../contract/types.generated.ts';
import { lockNode } from '../../nodes/find-nodes.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, eq, getTableColumns, inArray, oneRow, sql } from '../../platform/database/database.ts';
import { checkShape } from '../../platform/input/check-shape.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { memberMutation, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type AgentRequestRow, agentRequest } from '../../tables/agent-requests.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { isAwaited, limitsOf, notExpired } from './limits.ts';

/** Opens a request on a locked node, which enforces the limits. Throws `executor_offline` and `limit_reached`. */
export async function openRequest<K extends RequestKind>(
  transaction: Database,
  { id: nodeId, name, organizationId, executorId, executor }: NodeRow,
  kind: K,
  args: RequestArgs<K>,
): Promise<AgentRequestRow<K>> {
  const { awaitedSeconds, keptSeconds, maxOfNode, countedWith, maxOfExecutor } = limitsOf(kind);
  if (!executor.online)
    throw domainError('executor_offline', `${executor.name} is offline, so it cannot answer requests for ${name}`);
  const isOfNode = and(eq(agentRequest.nodeId, nodeId), inArray(agentRequest.kind, [...countedWith]));
  const [open = { ofNode: 0, ofExecutor: 0 }] = await transaction
    .select({
      ofNode: sql<number>`(count(*) FILTER (WHERE ${isOfNode}))::int`,
      ofExecutor: sql<number>`(count(*) FILTER (WHERE ${eq(agentRequest.kind, kind)}))::int`,
    })
    .from(agentRequest)
    .where(and(eq(agentRequest.organizationId, organizationId), eq(agentRequest.executorId, executorId), isAwaited));
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
  await publish(transaction, { kind: 'nudge', organizationId, executorId });
  return row as AgentRequestRow<K>;
}

const requestedKind = (data: AgentRequestInput): RequestedKind => kindOfInput(data).kind as RequestedKind;

export const openRequestResolvers = (): Resolvers => ({
  AgentRequest: {
    args: ({ kind, args }) => inKindField(kind, args) as AgentRequestArgs,
    result: ({ kind, result = null }) =>
      result === null ? null : (inKindField(kind, JSON.parse(result)) as AgentRequestResult),
  },
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
      return row.isOverdue ? { ...row, ...overdue } : row;
    }),
  },
  // A read operation: every member may use it.
  Mutation: {
    openAgentRequest: memberMutation({
      run: async ({ where, data }, { caller, database }) => {
        const kind = requestedKind(data);
        const inputs: z.ZodType = requestInputs[kind];
        const { data: args, issues } = checkShape(inputs, kindOfInput(data).value, ['data', kindField(kind)]);
        if (issues !== null) throw invalidInput(issues);
        const node = await lockNode(database, caller.organizationId, where.id);
        return { request: await openRequest(database, node, kind, requestArgs[kind].parse(args)) };
      },
      subject: ({ request: { nodeId } }) => ({ type: 'node', id: nodeId }),
      target: ({ where: { id } }) => ({ type: 'node', id }),
      action: ({ data }) => `openAgentRequest ${requestedKind(data)}`,
    }),
  },
});
