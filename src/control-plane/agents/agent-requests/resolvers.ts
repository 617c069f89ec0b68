import { readCall } from '../../../bitcoin/reading-calls.ts';
import { maxLogLines } from '../../../contract/limits.ts';
import type { NodeLogSession, NodeRpcCall } from '../../../contract/types.generated.ts';
import { findNode, lockNode } from '../../nodes/find-nodes.ts';
import { forbidden, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import { executorMutation, memberMutation } from '../../request/mutation.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { memberSubscription } from '../../request/subscription.ts';
import type { AgentRequestRow } from '../../tables/agent-requests.ts';
import { answerRequest } from './answer-request.ts';
import { explainNode } from './explain-node.ts';
import { requestExpiryJob } from './limits.ts';
import { findRequest, openRequest } from './open-request.ts';
import { type LogReaderDeps, readLog, watch } from './read-log.ts';

/** Cost in values: an explanation writes to the database and wakes an agent. */
const explanationCost = 1000;

export const agentRequestResolvers = (deps: LogReaderDeps): Resolvers => ({
  Query: {
    nodeLogSession: organizationQuery(null, async ({ where: { id } }, { reader, context }) => {
      const row = await findRequest(context, reader.organizationId, { id, kinds: ['log', 'follow_log'] });
      return row === undefined ? null : toLogSession(row);
    }),
    nodeRpcCall: organizationQuery(null, async ({ where: { id } }, { reader, context }) => {
      const row = await findRequest(context, reader.organizationId, { id, kinds: ['rpc'] });
      return row === undefined ? null : toRpcCall(row);
    }),
    explainNode: organizationQuery(null, async ({ id }, { reader, context }) => {
      context.budget.charge(explanationCost);
      const { database } = context;
      const node = await findNode(database, reader.organizationId, id);
      return node === undefined ? null : explainNode({ ...deps, database }, node);
    }),
  },
  Subscription: {
    nodeLog: memberSubscription(async ({ sessionId }, { caller, context: { database } }) => {
      const watched = isUuid(sessionId) ? await watch(database, caller, sessionId) : undefined;
      if (watched === undefined) throw forbidden('This log session has ended; open another one.');
      return readLog(deps, database, { caller, requestId: sessionId });
    }),
  },
  // A read operation: every member may use it.
  Mutation: {
    openNodeLogSession: memberMutation({
      run: async ({ where, tail, since = null, follow }, { caller, database }) => {
        if (tail < 1 || tail > maxLogLines)
          throw invalidInput([{ path: ['tail'], message: `must be from 1 to ${maxLogLines}` }]);
        const node = await lockNode(database, caller.organizationId, where.id);
        return toLogSession(
          follow
            ? await openRequest(database, node, 'follow_log', { tail, since, nextChunk: 0, position: null })
            : await openRequest(database, node, 'log', { tail, since }),
        );
      },
      subject: (_session, { where }) => ({ type: 'node', id: where.id }),
      target: ({ where }) => ({ type: 'node', id: where.id }),
    }),
    callNodeRpc: memberMutation({
      run: async ({ where, method, params }, { caller, database }) => {
        const call = readCall(method, params);
        if ('issues' in call)
          throw invalidInput(call.issues.map(({ path, message }) => ({ path: [...path], message })));
        const node = await lockNode(database, caller.organizationId, where.id);
        return toRpcCall(await openRequest(database, node, 'rpc', { method, params: [...params] }));
      },
      subject: (_call, { where }) => ({ type: 'node', id: where.id }),
      target: ({ where }) => ({ type: 'node', id: where.id }),
    }),
    answerAgentRequest: executorMutation({
      run: ({ input }, { caller, database }) => answerRequest(database, caller, input),
      subject: () => null,
      checksOwnTexts: true,
    }),
  },
});

function toLogSession({ id, kind, status, result, error }: AgentRequestRow<'log' | 'follow_log'>): NodeLogSession {
  const open = kind === 'follow_log' ? 'following' : 'pending';
  const statuses = { pending: open, done: 'ready', failed: 'failed' } as const;
  return { id, error, status: statuses[status], lines: result === null ? [] : JSON.parse(result) };
}

const toRpcCall = ({ id, args, status, result, error }: AgentRequestRow<'rpc'>): NodeRpcCall => ({
  id,
  status,
  result,
  error,
  method: args.method,
});

export const agentRequests = {
  resolvers: agentRequestResolvers,
  jobs: ({ database }: JobDeps) => [requestExpiryJob(database)],
};
