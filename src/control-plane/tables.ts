// All tables, for migrations only: a feature imports its own table.

export * from './accounts/tables.ts';
export { auditAction } from './audit/trail/table.ts';
export { event } from './events/table.ts';
export { executor } from './executors/table.ts';
export { nodeExplanation } from './explanations/table.ts';
export { alertIncident, executorWatch, nodeWatch, ruleRun } from './incidents/table.ts';
export { jobLease } from './jobs/table.ts';
export { logChunk, logSession } from './logs/table.ts';
export {
  executorHour,
  executorMinute,
  executorPackedMinute,
  nodeHour,
  nodeMinute,
  nodePackedMinute,
  nodeSample,
} from './metrics/table.ts';
export { organizationRpcCredentials, rpcCredentials } from './nodes/rpc-credentials/table.ts';
export { node } from './nodes/table.ts';
export { notificationNodeOverride, notificationSettings } from './notifications/table.ts';
export { executorRelease, executorUpgrade } from './releases/table.ts';
export { upgradeRollout, upgradeRolloutMember } from './rollouts/table.ts';
export { nodeRpcCall } from './rpc-calls/table.ts';
export { webhookDelivery, webhookEndpoint } from './webhooks/table.ts';
