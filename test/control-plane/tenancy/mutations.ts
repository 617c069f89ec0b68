import { randomUUID } from 'node:crypto';
import type { Mutation } from '../../../src/contract/types.generated.ts';
import { release } from '../../harness/release.ts';
import {
  adminsDo,
  adminsDoAtHome,
  deactivated,
  everybody,
  executorDoes,
  membersDo,
  systemAdminsDo,
} from './expectations.ts';
import { peopleRows } from './people-mutations.ts';
import { mutation, ofNode, type Row, whereRows } from './row.ts';
import type { World } from './world.ts';

const ofNewNode = ({ acme }: World) => acme.node();
const ofSpareExecutor = ({ acme }: World) => acme.executor();
const ofRollout = ({ acme }: World) => acme.rollout();
const ofNodeRollout = ({ acme }: World) => acme.nodeRollout();
const ofSpareRelease = ({ acme }: World) => acme.spareRelease();
const ofChannel = ({ acme }: World) => acme.ids.channel;
const ofEndpoint = ({ acme }: World) => acme.ids.endpoint;
const ofSpareChannel = ({ acme }: World) => acme.channel();
const toRelease = async ({ acme }: World) => ({ id: await acme.upgradable(), version: acme.release });
let created = 0;

/** Every mutation. */
export const mutationRows: Partial<Record<keyof Mutation, Row>> = {
  redeliverWebhook: mutation(
    adminsDo,
    '{ redeliverWebhook(where: { id: $id }) { delivery { id } } }',
    ({ acme }) => acme.ids.delivery,
  ),
  redeliverWebhooks: {
    document:
      'mutation($from: DateTime!, $to: DateTime!, $id: ID!) { redeliverWebhooks(from: $from, to: $to, where: { id: $id }) { deliveryCount } }',
    variables: ({ acme }) => ({
      id: acme.ids.channel,
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date().toISOString(),
    }),
    expected: adminsDo,
  },
  rotateWebhookSecret: mutation(
    adminsDo,
    '{ rotateWebhookSecret(where: { id: $id }) { previousSecretsUntil } }',
    ofSpareChannel,
  ),
  createNotificationChannel: {
    document:
      'mutation($data: NotificationChannelCreateInput!) { createNotificationChannel(data: $data) { channel { id } } }',
    variables: () => ({ data: { kind: 'telegram', name: randomUUID(), chatId: '1', token: '1:aaaaaaaaaaaaaaaa' } }),
    expected: adminsDoAtHome,
  },
  createEndpoint: {
    document: 'mutation($data: EndpointCreateInput!) { createEndpoint(data: $data) { endpoint { id } } }',
    variables: ({ acme }) => ({
      data: {
        ...{ name: `e-${randomUUID()}`, network: 'regtest', nodeIds: [acme.ids.node] },
        ...{ executorIds: [acme.ids.executor], port: 9000 + created++ },
      },
    }),
    expected: adminsDo,
  },
  createConsumer: {
    document: 'mutation($data: ConsumerCreateInput!) { createConsumer(data: $data) { consumer { id } } }',
    variables: ({ acme }) => ({ data: { endpointId: acme.ids.endpoint, name: randomUUID() } }),
    expected: adminsDo,
  },
  saveNotificationSettings: mutation(
    adminsDo,
    '{ saveNotificationSettings(input: { nodeOverrides: [{ nodeId: $id, muted: true }] }) { settings { revision } } }',
    ofNode,
  ),
  ...peopleRows,
  ...whereRows({
    testNotificationWebhook: [adminsDo, ofChannel],
    updateNotificationChannel: [adminsDo, ofChannel, ', data: { enabled: true }'],
    deleteNotificationChannel: [adminsDo, ofSpareChannel],
    updateEndpoint: [adminsDo, ofEndpoint, ', data: { address: "127.0.0.1" }'],
    deleteEndpoint: [adminsDo, ({ acme }) => acme.endpoint()],
    updateConsumer: [adminsDo, ({ acme }) => acme.ids.consumer, ', data: { callsPerSecond: 5 }'],
    rotateConsumerSecret: [adminsDo, ({ acme }) => acme.ids.consumer],
    revokeConsumer: [adminsDo, ({ acme }) => acme.consumer()],
    cancelUpgradeRollout: [adminsDo, ofRollout],
    pauseUpgradeRollout: [adminsDo, ofRollout],
    resumeUpgradeRollout: [adminsDo, ({ acme }) => acme.rollout('paused')],
    cancelNodeRollout: [adminsDo, ofNodeRollout],
    undoNodeRollout: [adminsDo, ofNodeRollout],
    pauseNodeRollout: [adminsDo, ofNodeRollout],
    resumeNodeRollout: [adminsDo, ({ acme }) => acme.nodeRollout('paused')],
    deleteExecutorRelease: [systemAdminsDo, ofSpareRelease],
    updateExecutorRelease: [systemAdminsDo, ofSpareRelease, ', data: { notes: "tried" }'],
    updateNode: [adminsDo, ofNewNode, ', data: { clientVersion: "28.0" }'],
    deleteNode: [adminsDo, ofNewNode],
    deleteApiKey: [adminsDo, ({ acme }) => acme.apiKey()],
    revokeApiKey: [adminsDo, ({ acme }) => acme.apiKey()],
    revokeEnrolmentToken: [adminsDo, async ({ acme }) => (await acme.enrolmentToken()).id],
    cordonExecutor: [adminsDo, ofSpareExecutor, ', reason: "tried"'],
    deleteExecutor: [adminsDo, ofSpareExecutor],
    drainExecutor: [adminsDo, ofSpareExecutor, ', reason: "tried"'],
    // The spare one is drained, and so stays cordoned.
    uncordonExecutor: [adminsDo, ({ acme }) => acme.ids.executor],
    undrainExecutor: [adminsDo, ofSpareExecutor],
    updateExecutor: [adminsDo, ofSpareExecutor, ', data: { labels: [] }'],
  }),
  // Strangers' filter matches none of Acme's.
  changeNodes: {
    document:
      'mutation($id: String!) { changeNodes(data: { action: restart }, where: { id: { equals: $id } }, expectedCount: 1) { results { id } } }',
    variables: async (world) => ({ id: await ofNewNode(world) }),
    expected: { ...adminsDo, strangerOwner: 'action_not_possible' },
  },
  cancelExecutorUpgrade: mutation(
    adminsDo,
    '{ cancelExecutorUpgrade(where: { id: $id }) { executor { id } } }',
    ({ acme }) => acme.upgrading(),
  ),
  createExecutorRelease: {
    document: 'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { release { id } } }',
    variables: () => ({ data: release(`8.0.${created++}`) }),
    expected: systemAdminsDo,
  },
  requestExecutorUpgrade: {
    document:
      'mutation($id: ID!, $version: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $version) { executor { id } } }',
    variables: toRelease,
    expected: adminsDo,
  },
  startUpgradeRollout: {
    document:
      'mutation($id: ID!, $version: String!) { startUpgradeRollout(data: { executorIds: [$id], targetVersion: $version }) { rollout { id } } }',
    variables: toRelease,
    expected: adminsDo,
  },
  startNodeRollout: mutation(
    adminsDo,
    '{ startNodeRollout(data: { members: [{ nodeId: $id, restart: true }] }) { rollout { id } } }',
    ofNewNode,
  ),
  setMaintenanceSchedule: mutation(
    adminsDoAtHome,
    '{ setMaintenanceSchedule(data: { windows: { timeZone: "UTC", windows: [{ days: [monday], from: "02:00", to: "03:00" }] } }) { schedule { label { value } } } }',
  ),
  deleteMaintenanceSchedule: mutation(
    adminsDo,
    '{ deleteMaintenanceSchedule(label: { key: "team", value: "acme-spare" }) { schedule { label { value } } } }',
    undefined,
    { variables: ({ acme }) => acme.maintenanceSchedule('acme-spare') },
  ),
  skipNodeRolloutMember: {
    document:
      'mutation($id: ID!, $nodeId: ID!) { skipNodeRolloutMember(where: { id: $id }, nodeId: $nodeId) { rollout { id } } }',
    variables: ({ acme }) => acme.nodeRolloutMember(),
    expected: adminsDo,
  },
  acknowledgeIncident: mutation(
    adminsDo,
    '{ acknowledgeIncident(where: { id: $id }) { incident { id } } }',
    ({ acme }) => acme.incident(),
  ),
  // Strangers acknowledge none of Acme's.
  acknowledgeIncidents: {
    document: 'mutation($id: ID!) { acknowledgeIncidents(ids: [$id]) { incidents { id } } }',
    variables: async ({ acme }) => ({ id: await acme.incident() }),
    expected: adminsDoAtHome,
  },
  answerAgentRequest: {
    document: 'mutation($input: AgentAnswerInput!) { answerAgentRequest(data: $input) { isTaken } }',
    variables: async ({ acme }) => ({ input: { id: await acme.agentRequest(), result: { log: ['forged'] } } }),
    expected: executorDoes,
  },
  createApiKey: {
    document: 'mutation($name: String!) { createApiKey(data: { name: $name, purpose: executor }) { apiKey { name } } }',
    variables: () => ({ name: randomUUID() }),
    expected: adminsDoAtHome,
  },
  createEnrolmentToken: mutation(adminsDoAtHome, '{ createEnrolmentToken(data: {}) { enrolmentToken { id } } }'),
  createNode: {
    document: 'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
    variables: ({ acme }) => ({
      data: {
        ...{ name: randomUUID(), network: 'regtest', executorId: acme.ids.executor },
        resources: { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 },
      },
    }),
    expected: adminsDo,
  },
  recoverExecutor: {
    document:
      'mutation($id: ID!, $offeredAt: DateTime!) { recoverExecutor(where: { id: $id }, offeredAt: $offeredAt) { executor { id } } }',
    variables: ({ acme }) => acme.offering(),
    expected: adminsDo,
  },
  removeKeptData: {
    document: 'mutation($data: KeptDataRemovalInput!) { removeKeptData(data: $data) { orphan { id } } }',
    variables: async ({ acme }) => ({
      data: { executorId: acme.ids.executor, nodeId: await acme.keptData(), name: 'acme-kept' },
    }),
    expected: adminsDo,
  },
  // Anyone with the token, which works once.
  enrolExecutor: {
    document: 'mutation($input: EnrolExecutorInput!) { enrolExecutor(data: $input) { executorName } }',
    variables: async ({ acme }) => ({
      input: { token: (await acme.enrolmentToken()).token, name: 'acme-new-host', instanceId: randomUUID() },
    }),
    expected: { ...everybody('does'), ...deactivated('Forbidden') },
  },
  openAgentRequest: mutation(
    membersDo,
    '{ openAgentRequest(where: { id: $id }, data: { log: {} }) { request { id } } }',
    ({ acme }) => acme.askableNode(),
  ),
  reportRuntimeEvents: {
    document: 'mutation($input: [RuntimeEventInput!]!) { reportRuntimeEvents(input: $input) { accepted } }',
    variables: ({ acme }) => ({ input: [acme.host.event({ nodeId: acme.ids.node })] }),
    // An invalid event does not block others.
    sees: ({ reportRuntimeEvents }) => (reportRuntimeEvents as { accepted: number }).accepted === 1,
    expected: { ...executorDoes, otherExecutorKey: 'nothing' },
  },
  reportEndpoints: {
    document: 'mutation($data: EndpointsReportInput!) { reportEndpoints(data: $data) { accepted } }',
    variables: () => ({ data: { startedAt: new Date().toISOString(), endpoints: [], calls: [] } }),
    // A stranger's key belongs to no executor yet.
    expected: { ...executorDoes, otherExecutorKey: 'does' },
  },
  startNodeOperation: mutation(
    adminsDo,
    '{ startNodeOperation(where: { id: $id }, data: { reindex: {} }) { operation { id } } }',
    ofNewNode,
  ),
  cancelNodeOperation: {
    document:
      'mutation($id: ID!, $operationId: ID!) { cancelNodeOperation(where: { nodeId: $id, id: $operationId }) { operation { id } } }',
    variables: ({ acme }) => acme.operation(),
    expected: adminsDo,
  },
  requestNodeLifecycleAction: mutation(
    adminsDo,
    '{ requestNodeLifecycleAction(id: $id, action: restart) { node { id } } }',
    ofNewNode,
  ),
  rotateRpcCredentials: {
    document: 'mutation { rotateRpcCredentials { rotation { stage } } }',
    variables: ({ acme }) => acme.withoutRotation(),
    expected: adminsDoAtHome,
  },
  // The key of the request, which is bound to one executor.
  rotateExecutorKey: {
    document: 'mutation { rotateExecutorKey { expiresAt } }',
    expected: { ...executorDoes, otherExecutorKey: 'does' },
    isOnce: true,
  },
  syncExecutor: {
    document: 'mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { executorId } }',
    variables: ({ acme }) => JSON.parse(acme.host.syncBody()).variables,
    // An executor of another organization may have the same name.
    expected: { ...executorDoes, strangerExecutor: 'does', otherExecutorKey: 'executor_key_bound' },
  },
  // Last, because the executor is offline then, until it reports again.
  deregisterExecutor: {
    document: 'mutation { deregisterExecutor { executorId } }',
    expected: { ...executorDoes, otherExecutorKey: 'does' },
    isOnce: true,
  },
};
