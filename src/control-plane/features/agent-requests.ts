import { answerRequestResolvers } from '../agents/agent-requests/answer-request.ts';
import { explainNodeResolvers } from '../agents/agent-requests/explain-node.ts';
import { requestExpiryJob } from '../agents/agent-requests/limits.ts';
import { openRequestResolvers } from '../agents/agent-requests/open-request.ts';
import { readLogResolvers } from '../agents/agent-requests/read-log.ts';
import type { Feature } from './feature.ts';

/** Questions to agents: logs, RPC calls and explanations of nodes. */
export const agentRequests = {
  resolvers: [openRequestResolvers, answerRequestResolvers, explainNodeResolvers, readLogResolvers],
  jobs: ({ database }) => [requestExpiryJob(database)],
  snapshots: {},
} satisfies Feature;
