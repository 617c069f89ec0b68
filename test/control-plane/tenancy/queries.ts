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
import { ofExecutor, ofNode, query, type Row } from './row.ts';

/** Callers who learn in which organization they act. */
export const viewerSees: Expectations = {
  ...membersSee,
  ...{ nobody: 'nothing', executorKey: 'sees', otherExecutorKey: 'sees' },
  ...{ inactiveOwnerKey: 'nothing', inactiveExecutorKey: 'nothing' },
};

const executorsNothing = { strangerExecutor: 'nothing', executorKey: 'nothing', otherExecutorKey: 'nothing' };

/** For an answer without names: that it is there, and neither null, zero nor empty. */
const has = (field: keyof Query): Partial<Row> => ({
  sees: ({ [field]: value }) => (Array.isArray(value) ? value.length > 0 : Boolean(value)),
});

/** Every query. */
export const queryRows = {
  adminAuditActions: query(
    systemAdminsSee,
    '{ adminAuditActions(organizationId: $id) { nodes { actor { name } } } }',
    ({ acme }) => acme.ids.organization,
  ),
  adminAuditVerification: query(
    systemAdminsSee,
    '{ adminAuditVerification(organizationId: $id) { count } }',
    ({ acme }) => acme.ids.organization,
    has('adminAuditVerification'),
  ),
  agentRequest: query(
    membersSee,
    '{ agentRequest(where: { id: $id }) { id status } }',
    ({ acme }) => acme.ids.agentRequest,
  ),
  apiKeys: query(adminsSee, '{ apiKeys { id name } }'),
  auditActions: query(membersSee, '{ auditActions { nodes { actor { name } target { id name } } } }'),
  // A stranger verifies the log of an organization of their own.
  auditVerification: query({ ...membersSee, strangerOwner: 'sees' }, '{ auditVerification { count } }', undefined, {
    ...has('auditVerification'),
  }),
  enrolmentTokens: query(adminsSee, '{ enrolmentTokens { executorName } }'),
  events: query(membersSee, '{ events { nodes { message executorName } } }'),
  executor: query(membersSee, '{ executor(where: { id: $id }) { id name nodes { id name } } }', ofExecutor),
  executorMetrics: query(membersSee, '{ executorMetrics(where: { id: $id }) { stepSeconds } }', ofExecutor, {
    ...has('executorMetrics'),
  }),
  explainNode: query(membersSee, '{ explainNode(where: { id: $id }) { id observed } }', ofNode),
  executorOffers: {
    document: '{ executorOffers { executor { name } nodes { name } } }',
    variables: async ({ acme }) => ({ unused: await acme.offering() }),
    expected: adminsSee,
  },
  executorCounts: query(membersSee, '{ executorCounts { total } }', undefined, {
    sees: ({ executorCounts }) => ((executorCounts as { total: number } | null)?.total ?? 0) > 0,
  }),
  // Belongs to no organization: every person may read it, but no executor.
  executorReleases: query(
    { ...peopleGet('sees'), ...executorsNothing },
    '{ executorReleases { version } }',
    undefined,
    {
      ...has('executorReleases'),
    },
  ),
  executors: query(membersSee, '{ executors { id name } }'),
  executorsConnection: query(membersSee, '{ executorsConnection { nodes { id name } } }'),
  invitation: {
    document: 'query($token: String!) { invitation(where: { token: $token }) { organizationName } }',
    variables: async ({ acme }) => ({ token: (await acme.invitation()).token }),
    // A deactivated organization has no valid ones.
    expected: { ...everybody('sees'), ...deactivated('nothing') },
  },
  invitations: query(adminsSee, '{ invitations { email } }'),
  members: query(membersSee, '{ members { person { name } } }'),
  node: query(
    membersSee,
    '{ node(where: { id: $id }) { id name executor { id name } events { nodes { message } } } }',
    ofNode,
  ),
  networkMetrics: query(
    membersSee,
    '{ networkMetrics(where: { id: $id }) { stepSeconds } }',
    ofNode,
    has('networkMetrics'),
  ),
  nodeMetrics: query(membersSee, '{ nodeMetrics(where: { id: $id }) { stepSeconds } }', ofNode, has('nodeMetrics')),
  nodeOptions: query(membersSee, '{ nodeOptions(where: { id: $id }) { executor { id name } } }', ofExecutor),
  // Their owner cannot be seen; strangers have their own.
  nodeRpcCredentials: query({ ...adminsSee, strangerOwner: 'sees' }, '{ nodeRpcCredentials { user } }', undefined, {
    ...has('nodeRpcCredentials'),
  }),
  rpcCredentialRotation: {
    document: '{ rpcCredentialRotation { stage rollout { id } } }',
    variables: ({ acme }) => acme.beginRotation(),
    expected: adminsSee,
    ...has('rpcCredentialRotation'),
  },
  maintenanceSchedules: query(membersSee, '{ maintenanceSchedules { label { value } } }', undefined, {
    variables: ({ acme }) => acme.maintenanceSchedule('acme'),
  }),
  nodeCounts: query(membersSee, '{ nodeCounts { total } }', undefined, {
    sees: ({ nodeCounts }) => ((nodeCounts as { total: number } | null)?.total ?? 0) > 0,
  }),
  nodes: query(membersSee, '{ nodes { id name } }'),
  nodesConnection: query(membersSee, '{ nodesConnection { nodes { id name } } }'),
  network: query(membersSee, '{ network(where: { name: "regtest" }) { branches { nodes { name } } } }'),
  networks: query(membersSee, '{ networks { branches { nodes { id name } } } }'),
  notificationCenter: query(membersSee, '{ notificationCenter { open latest { message } } }'),
  notificationIncident: query(membersSee, '{ notificationIncident(where: { id: $id }) { id message } }', ({ acme }) =>
    acme.incident(),
  ),
  notificationIncidents: query(membersSee, '{ notificationIncidents { nodes { message } } }'),
  endpoints: query(membersSee, '{ endpoints { id name } }'),
  endpoint: query(membersSee, '{ endpoint(where: { id: $id }) { id name } }', ({ acme }) => acme.ids.endpoint),
  consumers: query(membersSee, '{ consumers { id name } }'),
  // Its URL is for owners and admins.
  notificationChannels: query(membersSee, '{ notificationChannels { id name } }'),
  notificationSettings: query(membersSee, '{ notificationSettings { nodeOverrides { nodeName } } }'),
  organizations: query(systemAdminsSee, '{ organizations { name } }'),
  passwordReset: query(everybody('nothing'), '{ passwordReset(where: { token: "none" }) { email } }'),
  previewNodeCreation: {
    document: 'query($data: NodeCreateInput!) { previewNodeCreation(data: $data) { executor { name } } }',
    variables: ({ acme }) => ({ data: { name: 'new', network: 'regtest', executorId: acme.ids.executor } }),
    expected: membersSee,
  },
  previewNodeUpdate: query(
    membersSee,
    '{ previewNodeUpdate(data: {}, where: { id: $id }) { executor { id name } } }',
    ofNode,
  ),
  previewNodeDeletion: query(
    membersSee,
    '{ previewNodeDeletion(where: { id: $id }) { accepted dataPolicy } }',
    ofNode,
    has('previewNodeDeletion'),
  ),
  previewKeptDataRemoval: {
    document: 'query($data: KeptDataRemovalInput!) { previewKeptDataRemoval(data: $data) { dataPolicy } }',
    variables: ({ acme }) => ({
      data: { executorId: acme.ids.executor, nodeId: acme.ids.node, name: 'acme-kept' },
    }),
    expected: membersSee,
    ...has('previewKeptDataRemoval'),
  },
  previewNodesChange: query(
    membersSee,
    '{ previewNodesChange(data: { action: stop }, where: {}) { results { name } } }',
  ),
  readBitcoinConf: {
    document: 'query($data: BitcoinConfInput!) { readBitcoinConf(data: $data) { network } }',
    variables: ({ acme }) => ({ data: { text: 'regtest=1', executorId: acme.ids.executor } }),
    expected: membersSee,
    ...has('readBitcoinConf'),
  },
  singleSignOn: query(everybody('nothing'), '{ singleSignOn { name } }'),
  singleSignOnAttempts: query(systemAdminsSee, '{ singleSignOnAttempts { id } }', undefined, {
    ...has('singleSignOnAttempts'),
    variables: ({ acme }) => acme.signInAttempt(),
  }),
  // Their own. A caller with a key has no session.
  sessions: query(
    {
      ...membersSee,
      ...{ memberKey: 'nothing', adminKey: 'nothing', ownerKey: 'nothing', inactiveOwner: 'sees' },
    },
    '{ sessions { organizationName } }',
  ),
  nodeRollout: query(
    membersSee,
    '{ nodeRollout(where: { id: $id }) { id members { nodeName node { id } } waitsFor { nodeName } } }',
    ({ acme }) => acme.nodeRollout(),
  ),
  nodeRollouts: query(membersSee, '{ nodeRollouts { id members { nodeName } } }'),
  upgradeRollout: query(
    membersSee,
    '{ upgradeRollout(where: { id: $id }) { id members { executorName executor { id } upgrade { targetVersion } } } }',
    ({ acme }) => acme.rollout(),
  ),
  previewUpgradeRollout: query(
    membersSee,
    '{ previewUpgradeRollout(data: { executorIds: [$id], targetVersion: "9.9.9" }) { members { executorName } } }',
    ofExecutor,
  ),
  upgradeRollouts: query(membersSee, '{ upgradeRollouts { id requestedBy } }'),
  webhookDeliveries: query(membersSee, '{ webhookDeliveries { id } }', undefined, has('webhookDeliveries')),
  webhookDelivery: query(membersSee, '{ webhookDelivery(where: { id: $id }) { id } }', ({ acme }) => acme.ids.delivery),
  viewer: query(viewerSees, '{ viewer { organization { name } } }'),
} satisfies Partial<Record<keyof Query, Row>>;
