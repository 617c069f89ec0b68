/** The `@optional` fields in `schema/`. */
export const optionalFields = [
  'viewer',
  'agentRequest',
  'executor',
  'explainNode',
  'notificationIncident',
  'nodeMetrics',
  'executorMetrics',
  'network',
  'nodeOptions',
  'previewNodeUpdate',
  'node',
  'nodeRpcCredentials',
  'rpcCredentialRotation',
  'invitation',
  'upgradeRollout',
  'upgradeRolloutPreview',
] as const;
