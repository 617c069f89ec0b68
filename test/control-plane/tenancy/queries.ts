import type { Query } from '../../../src/contract/types.generated.ts';
import {
  adminsSee,
  deactivated,
  type Expectations,
  everybody,
  membersSee,
  peopleGet,
  systemAdminsSee,
} from './expectations.ts';
import { query, type Row } from './row.ts';

/** Callers who learn in which organization they act. */
export const viewerSees: Expectations = {
  ...membersSee,
  ...{ nobody: 'nothing', executorKey: 'sees', otherExecutorKey: 'sees' },
  ...{ inactiveOwnerKey: 'nothing', inactiveExecutorKey: 'nothing' },
};

const executorsNothing = { strangerExecutor: 'nothing', executorKey: 'nothing', otherExecutorKey: 'nothing' };

/** Every query. */
export const queryRows: Partial<Record<keyof Query, Row>> = {
  adminAuditActions: {
    document: `query($id: ID!) { adminAuditActions(organizationId: $id) { nodes { actor { name } } } }`,
    variables: ({ acme }) => ({ id: acme.ids.organization }),
    expected: systemAdminsSee,
  },
  apiKeys: query(adminsSee, '{ apiKeys { id name } }'),
  auditActions: query(membersSee, '{ auditActions { nodes { actor { name } target { id name } } } }'),
  enrolmentTokens: query(adminsSee, '{ enrolmentTokens { executorName } }'),
  events: query(membersSee, '{ events { nodes { message executorName } } }'),
  executor: query(membersSee, '{ executor(where: { id: $id }) { id name } }', ({ acme }) => acme.ids.executor),
  executorMetrics: {
    document: 'query($id: ID!) { executorMetrics(executorId: $id) { stepSeconds } }',
    variables: ({ acme }) => ({ id: acme.ids.executor }),
    expected: membersSee,
    sees: ({ executorMetrics }) => executorMetrics !== null,
  },
  explainNode: query(membersSee, '{ explainNode(id: $id) { nodeId observed } }', ({ acme }) => acme.ids.node),
  executorOffers: {
    document: '{ executorOffers { executor { name } nodes { name } } }',
    variables: async ({ acme }) => ({ unused: await acme.offering() }),
    expected: adminsSee,
  },
  executorsCount: {
    document: '{ executorsCount }',
    expected: membersSee,
    sees: ({ executorsCount }) => Number(executorsCount) > 0,
  },
  // Belongs to no organization: every person may read it, but no executor.
  executorReleases: {
    document: '{ executorReleases { version } }',
    expected: { ...peopleGet('sees'), ...executorsNothing },
    sees: ({ executorReleases }) => (executorReleases as unknown[]).length > 0,
  },
  executors: query(membersSee, '{ executors { id name } }'),
  invitation: {
    document: 'query($token: String!) { invitation(where: { token: $token }) { organizationName } }',
    variables: async ({ acme }) => ({ token: (await acme.invitation()).token }),
    // A deactivated organization has no valid ones.
    expected: { ...everybody('sees'), ...deactivated('nothing') },
  },
  invitations: query(adminsSee, '{ invitations { email } }'),
  members: query(membersSee, '{ members { person { name } } }'),
  node: query(membersSee, '{ node(where: { id: $id }) { id name } }', ({ acme }) => acme.ids.node),
  nodeLogSession: {
    document: 'query($id: ID!) { nodeLogSession(where: { id: $id }) { id status } }',
    variables: ({ acme }) => ({ id: acme.ids.logSession }),
    expected: membersSee,
  },
  nodeRpcCall: query(membersSee, '{ nodeRpcCall(where: { id: $id }) { id status } }', ({ acme }) => acme.ids.rpcCall),
  nodeMetrics: {
    document: 'query($id: ID!) { nodeMetrics(nodeId: $id) { stepSeconds } }',
    variables: ({ acme }) => ({ id: acme.ids.node }),
    expected: membersSee,
    sees: ({ nodeMetrics }) => nodeMetrics !== null,
  },
  nodeOptions: {
    document: 'query($id: ID!) { nodeOptions(executorId: $id) { executor { name } } }',
    variables: ({ acme }) => ({ id: acme.ids.executor }),
    expected: membersSee,
  },
  // Their owner cannot be seen; strangers have their own.
  nodeRpcCredentials: {
    document: '{ nodeRpcCredentials { user } }',
    expected: { ...adminsSee, strangerOwner: 'sees' },
    sees: ({ nodeRpcCredentials }) => nodeRpcCredentials !== null,
  },
  rpcCredentialRotation: {
    document: '{ rpcCredentialRotation { stage } }',
    variables: ({ acme }) => acme.beginRotation(),
    expected: adminsSee,
    sees: ({ rpcCredentialRotation }) => rpcCredentialRotation !== null,
  },
  nodeCounts: {
    document: '{ nodeCounts { total } }',
    expected: membersSee,
    sees: ({ nodeCounts }) => ((nodeCounts as { total: number } | null)?.total ?? 0) > 0,
  },
  nodesCount: { document: '{ nodesCount }', expected: membersSee, sees: ({ nodesCount }) => Number(nodesCount) > 0 },
  nodes: query(membersSee, '{ nodes { id name } }'),
  network: query(membersSee, '{ network(name: "regtest") { branches { nodes { name } } } }'),
  networks: query(membersSee, '{ networks { branches { nodes { name } } } }'),
  notificationCenter: {
    document: '{ notificationCenter { open } }',
    expected: membersSee,
    sees: ({ notificationCenter }) => (notificationCenter as { open: number }).open > 0,
  },
  notificationIncident: {
    document: 'query($id: ID!) { notificationIncident(id: $id) { id message } }',
    variables: async ({ acme }) => ({ id: await acme.incident() }),
    expected: membersSee,
  },
  notificationIncidents: query(membersSee, '{ notificationIncidents { nodes { message } } }'),
  // Its URL is for owners and admins.
  notificationSettings: query(adminsSee, '{ notificationSettings { webhook { url } } }'),
  organizations: query(systemAdminsSee, '{ organizations { name } }'),
  passwordReset: {
    document: 'query($token: String!) { passwordReset(token: $token) { email } }',
    variables: () => ({ token: 'none' }),
    expected: everybody('nothing'),
  },
  previewNodeCreation: {
    document: 'query($data: NodeCreateInput!) { previewNodeCreation(data: $data) { executor { name } } }',
    variables: ({ acme }) => ({ data: { name: 'new', network: 'regtest', executorId: acme.ids.executor } }),
    expected: membersSee,
  },
  previewNodeUpdate: {
    document: 'query($id: ID!) { previewNodeUpdate(where: { id: $id }, data: {}) { executor { name } } }',
    variables: ({ acme }) => ({ id: acme.ids.node }),
    expected: membersSee,
  },
  // Their own. A caller with a key has no session.
  sessions: {
    document: '{ sessions { organizationName } }',
    expected: {
      ...membersSee,
      ...{ memberKey: 'nothing', adminKey: 'nothing', ownerKey: 'nothing', inactiveOwner: 'sees' },
    },
  },
  upgradeRollout: query(membersSee, '{ upgradeRollout(where: { id: $id }) { id } }', ({ acme }) => acme.rollout()),
  upgradeRolloutPreview: {
    document:
      'query($id: ID!) { upgradeRolloutPreview(data: { executorIds: [$id], targetVersion: "9.9.9" }) { members { executorName } } }',
    variables: ({ acme }) => ({ id: acme.ids.executor }),
    expected: membersSee,
  },
  upgradeRollouts: query(membersSee, '{ upgradeRollouts { id requestedBy } }'),
  webhookDeliveries: {
    document: '{ webhookDeliveries { id } }',
    expected: membersSee,
    sees: ({ webhookDeliveries }) => (webhookDeliveries as unknown[]).length > 0,
  },
  viewer: query(viewerSees, '{ viewer { organization { name } } }'),
};
