import type { Query } from '../../../../src/contract/types.generated.ts';

/** The objects that exist when the statements of a query are counted. */
export interface Inhabitants {
  organizationId: string;
  nodeId: string;
  executorId: string;
  agentRequestId: string;
  incidentId: string;
  deliveryId: string;
  rolloutId: string;
  nodeRolloutId: string;
  endpointId: string;
  invitationToken: string;
  passwordToken: string;
}

export interface StatementRow {
  /** The arguments, as written in a document; paths with a count need none. Default: none. */
  args?: (inhabitants: Inhabitants) => string;
  /** The answer does not grow with the number of objects. */
  single?: true;
  /** It answers from the settings. */
  isStatic?: true;
  /** Why it reads every host, node or member of the organization. */
  readsAll?: string;
}

/** Every query of the API. A list query without arguments needs only `{}`. */
export const statementRows: Record<Exclude<keyof Query, '__typename'>, StatementRow> = {
  agentRequest: { args: ({ agentRequestId }) => `where: { id: "${agentRequestId}" }`, single: true },
  adminAuditVerification: { args: ({ organizationId }) => `organizationId: "${organizationId}"` },
  adminAuditActions: { args: ({ organizationId }) => `organizationId: "${organizationId}"` },
  apiKeys: {},
  auditActions: {},
  auditVerification: {},
  consumers: {},
  endpoint: {
    args: ({ endpointId }) => `where: { id: "${endpointId}" }`,
    single: true,
    readsAll: 'selects nodes by their own labels and those of their hosts',
  },
  endpoints: { readsAll: 'selects nodes by their own labels and those of their hosts' },
  enrolmentTokens: {},
  events: {},
  executor: { args: ({ executorId }) => `where: { id: "${executorId}" }`, single: true },
  executorOffers: { readsAll: 'finds other hosts that claim the same nodes' },
  executorMetrics: { args: ({ executorId }) => `where: { id: "${executorId}" }`, readsAll: 'shows them as buckets' },
  executorReleases: {},
  executors: {},
  executorsConnection: {},
  executorCounts: { args: () => 'where: { nodes: { some: { phase: { in: [pending] } } } }', readsAll: 'counts them' },
  explainNode: { args: ({ nodeId }) => `where: { id: "${nodeId}" }`, single: true },
  invitation: { args: ({ invitationToken }) => `where: { token: "${invitationToken}" }`, single: true },
  invitations: {},
  maintenanceSchedules: { single: true },
  members: {},
  node: { args: ({ nodeId }) => `where: { id: "${nodeId}" }`, single: true },
  nodeCounts: { readsAll: 'counts them' },
  // The nodes have no other synced ones beside them.
  networkMetrics: { args: ({ nodeId }) => `where: { id: "${nodeId}" }`, single: true },
  nodeMetrics: { args: ({ nodeId }) => `where: { id: "${nodeId}" }`, readsAll: 'shows them as buckets' },
  nodeOptions: { single: true },
  nodeRollout: { args: ({ nodeRolloutId }) => `where: { id: "${nodeRolloutId}" }`, single: true },
  nodeRollouts: {},
  nodeRpcCredentials: { single: true, readsAll: 'counts nodes that await a rotation' },
  nodes: { args: () => 'where: { executor: { is: { nodes: { some: {} } } } }' },
  nodesConnection: {},
  network: { args: () => 'where: { name: "regtest" }', single: true },
  networks: { single: true },
  notificationCenter: {},
  notificationIncident: { args: ({ incidentId }) => `where: { id: "${incidentId}" }`, single: true },
  notificationIncidents: {},
  notificationSettings: { single: true },
  organizations: {},
  passwordReset: { args: ({ passwordToken }) => `where: { token: "${passwordToken}" }`, single: true },
  previewNodeCreation: {
    args: () => 'data: { name: "planned", network: regtest }',
    single: true,
    readsAll: 'compares up to 500 hosts',
  },
  previewNodeUpdate: { args: ({ nodeId }) => `data: { name: "renamed" }, where: { id: "${nodeId}" }`, single: true },
  previewNodeDeletion: { args: ({ nodeId }) => `where: { id: "${nodeId}" }`, single: true },
  previewKeptDataRemoval: {
    args: ({ executorId, nodeId }) => `data: { executorId: "${executorId}", nodeId: "${nodeId}", name: "one" }`,
    single: true,
  },
  previewNodesChange: { args: () => 'data: { action: restart }, where: {}', readsAll: 'counts what matches' },
  readBitcoinConf: { args: () => 'data: { text: "txindex=1" }', single: true },
  rpcCredentialRotation: { single: true },
  singleSignOn: { single: true, isStatic: true },
  singleSignOnAttempts: { single: true },
  sessions: {},
  upgradeRollout: { args: ({ rolloutId }) => `where: { id: "${rolloutId}" }`, single: true },
  previewUpgradeRollout: {
    args: ({ executorId }) => `data: { executorIds: ["${executorId}"], targetVersion: "9.9.9" }`,
    single: true,
  },
  upgradeRollouts: {},
  notificationChannels: {},
  webhookDeliveries: {},
  webhookDelivery: { args: ({ deliveryId }) => `where: { id: "${deliveryId}" }`, single: true },
  viewer: { single: true },
};
