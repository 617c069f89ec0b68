// All tables, for migrations only: a feature imports its own table.

export { jobLease } from '../platform/jobs/lease.ts';
export * from './accounts.ts';
export { agentRequest, logChunk } from './agent-requests.ts';
export { auditAction } from './audit.ts';
export { event } from './events.ts';
export { executor, executorOffer } from './executors.ts';
export { alertIncident, executorWatch, nodeWatch, ruleRun } from './incidents.ts';
export {
  executorHour,
  executorMinute,
  executorPackedMinute,
  nodeHour,
  nodeMinute,
  nodePackedMinute,
  nodeSample,
} from './metrics.ts';
export { nodeOperation } from './node-operations.ts';
export { node } from './nodes.ts';
export { notificationNodeOverride, notificationSettings } from './notifications.ts';
export { executorRelease, executorUpgrade, upgradeRollout, upgradeRolloutMember } from './releases.ts';
export { organizationRpcCredentials, rpcCredentials } from './rpc-credentials.ts';
export { webhookDelivery, webhookEndpoint } from './webhooks.ts';
