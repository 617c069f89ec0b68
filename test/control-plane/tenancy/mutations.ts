import { randomUUID } from 'node:crypto';
import type { Mutation } from '../../../src/contract/types.generated.ts';
import { adminsDo, adminsDoAtHome, deactivated, everybody, executorDoes, membersDo } from './expectations.ts';
import { notificationRows } from './notification-mutations.ts';
import { peopleRows } from './people-mutations.ts';
import { releaseRows } from './release-mutations.ts';
import { mutation, type Row } from './row.ts';
import type { World } from './world.ts';

const ofNode = async ({ acme }: World) => ({ id: await acme.node() });
const ofSpareExecutor = async ({ acme }: World) => ({ id: await acme.executor() });

/** Every mutation. */
export const mutationRows: Partial<Record<keyof Mutation, Row>> = {
  ...notificationRows,
  ...peopleRows,
  ...releaseRows,
  acknowledgeIncident: mutation(adminsDo, '{ acknowledgeIncident(id: $id) { id } }', ({ acme }) => acme.incident()),
  answerAgentRequest: {
    document: 'mutation($input: AgentAnswerInput!) { answerAgentRequest(input: $input) { isTaken } }',
    variables: async ({ acme }) => ({ input: { id: await acme.logSession(), result: ['forged'] } }),
    expected: executorDoes,
  },
  callNodeRpc: {
    document: 'mutation($id: ID!) { callNodeRpc(where: { id: $id }, method: "uptime") { id } }',
    variables: async ({ acme }) => ({ id: await acme.callableNode() }),
    expected: membersDo,
  },
  cordonExecutor: {
    document: 'mutation($id: ID!) { cordonExecutor(where: { id: $id }, reason: "tried") { id } }',
    variables: ofSpareExecutor,
    expected: adminsDo,
  },
  createApiKey: {
    document:
      'mutation($name: String!) { createApiKey(input: { name: $name, purpose: executor }) { apiKey { name } } }',
    variables: () => ({ name: randomUUID() }),
    expected: adminsDoAtHome,
  },
  createEnrolmentToken: mutation(adminsDoAtHome, '{ createEnrolmentToken(input: {}) { enrolmentToken { id } } }'),
  createNode: {
    document: 'mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }',
    variables: ({ acme }) => ({
      data: {
        ...{ name: randomUUID(), network: 'regtest', executorId: acme.ids.executor },
        resources: { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 },
      },
    }),
    expected: adminsDo,
  },
  deleteApiKey: mutation(adminsDo, '{ deleteApiKey(where: { id: $id }) { id } }', ({ acme }) => acme.apiKey()),
  deleteExecutor: mutation(adminsDo, '{ deleteExecutor(where: { id: $id }) { id } }', ({ acme }) => acme.executor()),
  deleteNode: mutation(adminsDo, '{ deleteNode(where: { id: $id }) { id } }', ({ acme }) => acme.node()),
  recoverExecutor: {
    document:
      'mutation($id: ID!, $offeredAt: DateTime!) { recoverExecutor(where: { id: $id }, offeredAt: $offeredAt) { id } }',
    variables: ({ acme }) => acme.offering(),
    expected: adminsDo,
  },
  removeKeptData: {
    document: 'mutation($data: KeptDataRemovalInput!) { removeKeptData(data: $data) { id } }',
    variables: async ({ acme }) => ({
      data: { executorId: acme.ids.executor, nodeId: await acme.keptData(), name: 'acme-kept' },
    }),
    expected: adminsDo,
  },
  drainExecutor: {
    document: 'mutation($id: ID!) { drainExecutor(where: { id: $id }, reason: "tried") { id } }',
    variables: ofSpareExecutor,
    expected: adminsDo,
  },
  // Anyone with the token, which works once.
  enrolExecutor: {
    document: 'mutation($input: EnrolExecutorInput!) { enrolExecutor(input: $input) { executorName } }',
    variables: async ({ acme }) => ({
      input: { token: (await acme.enrolmentToken()).token, name: 'acme-new-host', instanceId: randomUUID() },
    }),
    expected: { ...everybody('does'), ...deactivated('Forbidden') },
  },
  openNodeLogSession: {
    document: 'mutation($id: ID!) { openNodeLogSession(where: { id: $id }) { id } }',
    variables: ofNode,
    expected: membersDo,
  },
  reportRuntimeEvents: {
    document: 'mutation($input: [RuntimeEventInput!]!) { reportRuntimeEvents(input: $input) { accepted } }',
    variables: ({ acme }) => ({ input: [acme.host.event({ nodeId: acme.ids.node })] }),
    // An invalid event does not block others.
    sees: ({ reportRuntimeEvents }) => (reportRuntimeEvents as { accepted: number }).accepted === 1,
    expected: { ...executorDoes, otherExecutorKey: 'nothing' },
  },
  startNodeOperation: {
    document: 'mutation($id: ID!) { startNodeOperation(nodeId: $id, kind: reindex) { id } }',
    variables: async ({ acme }) => ({ id: await acme.node() }),
    expected: adminsDo,
  },
  cancelNodeOperation: {
    document: 'mutation($id: ID!, $operationId: ID!) { cancelNodeOperation(nodeId: $id, id: $operationId) { id } }',
    variables: ({ acme }) => acme.operation(),
    expected: adminsDo,
  },
  requestNodeLifecycleAction: {
    document: 'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: restart) { id } }',
    variables: ofNode,
    expected: adminsDo,
  },
  revokeEnrolmentToken: {
    document: 'mutation($id: ID!) { revokeEnrolmentToken(where: { id: $id }) { id } }',
    variables: async ({ acme }) => ({ id: (await acme.enrolmentToken()).id }),
    expected: adminsDo,
  },
  rotateRpcCredentials: {
    document: 'mutation { rotateRpcCredentials { stage } }',
    variables: ({ acme }) => acme.withoutRotation(),
    expected: adminsDoAtHome,
  },
  // The key of the request, which is bound to one executor.
  rotateExecutorKey: {
    document: 'mutation { rotateExecutorKey { expiresAt } }',
    expected: { ...executorDoes, otherExecutorKey: 'does' },
    isOnce: true,
  },
  revokeApiKey: mutation(adminsDo, '{ revokeApiKey(where: { id: $id }) { id } }', ({ acme }) => acme.apiKey()),
  syncExecutor: {
    document: 'mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { executorId } }',
    variables: ({ acme }) => JSON.parse(acme.host.syncBody()).variables,
    // An executor of another organization may have the same name.
    expected: { ...executorDoes, strangerExecutor: 'does', otherExecutorKey: 'executor_key_bound' },
  },
  uncordonExecutor: {
    document: 'mutation($id: ID!) { uncordonExecutor(where: { id: $id }) { id } }',
    // The spare one is drained, and so stays cordoned.
    variables: ({ acme }) => ({ id: acme.ids.executor }),
    expected: adminsDo,
  },
  undrainExecutor: mutation(adminsDo, '{ undrainExecutor(where: { id: $id }) { id } }', ({ acme }) => acme.executor()),
  updateExecutor: {
    document: 'mutation($id: ID!) { updateExecutor(where: { id: $id }, data: { labels: [] }) { id } }',
    variables: ofSpareExecutor,
    expected: adminsDo,
  },
  updateNode: {
    document: 'mutation($id: ID!) { updateNode(where: { id: $id }, data: { clientVersion: "28.0" }) { id } }',
    variables: ofNode,
    expected: adminsDo,
  },
  // Last, because the executor is offline then, until it reports again.
  deregisterExecutor: {
    document: 'mutation { deregisterExecutor }',
    expected: { ...executorDoes, otherExecutorKey: 'does' },
    isOnce: true,
  },
};
