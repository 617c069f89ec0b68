import { findNode, lockNode } from '../../nodes/find-nodes.ts';
import { forbidden } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import { executorMutation, memberMutation } from '../../request/mutation.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { memberSubscription } from '../../request/subscription.ts';
import { answerRequest } from './answer-request.ts';
import { explainNode } from './explain-node.ts';
import { requestExpiryJob } from './limits.ts';
import { findRequest, openRequest, readArgs, showRequest } from './open-request.ts';
import { type LogReaderDeps, readLog, watch } from './read-log.ts';

/** Cost in values: an explanation writes to the database and wakes an agent. */
const explanationCost = 1000;

export const agentRequestResolvers = (deps: LogReaderDeps): Resolvers => ({
  Query: {
    agentRequest: organizationQuery(null, ({ where: { id } }, { reader, context }) =>
      findRequest(context, reader.organizationId, id),
    ),
    explainNode: organizationQuery(null, async ({ id }, { reader, context }) => {
      context.budget.charge(explanationCost);
      const { database } = context;
      const node = await findNode(database, reader.organizationId, id);
      return node === undefined ? null : explainNode({ ...deps, database }, node);
    }),
  },
  Subscription: {
    nodeLog: memberSubscription(async ({ requestId }, { caller, context: { database } }) => {
      const watched = isUuid(requestId) ? await watch(database, caller, requestId) : undefined;
      if (watched === undefined) throw forbidden('This log has ended; open another request.');
      return readLog(deps, database, { caller, requestId });
    }),
  },
  // A read operation: every member may use it.
  Mutation: {
    openAgentRequest: memberMutation({
      run: async ({ nodeId, kind, args }, { caller, database }) => {
        const read = readArgs(kind, args);
        const node = await lockNode(database, caller.organizationId, nodeId);
        return showRequest(await openRequest(database, node, kind, read));
      },
      subject: ({ nodeId }) => ({ type: 'node', id: nodeId }),
      target: ({ nodeId }) => ({ type: 'node', id: nodeId }),
      action: ({ kind }) => `openAgentRequest ${kind}`,
    }),
    answerAgentRequest: executorMutation({
      run: ({ input }, { caller, database }) => answerRequest(database, caller, input),
      subject: () => null,
      checksOwnTexts: true,
    }),
  },
});

export const agentRequests = {
  resolvers: agentRequestResolvers,
  jobs: ({ database }: JobDeps) => [requestExpiryJob(database)],
};
