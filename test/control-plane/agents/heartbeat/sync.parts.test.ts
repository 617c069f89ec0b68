import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;
let executorKey: string;
let host: TestExecutor;
let newNode: Inhabited['newNode'];

beforeAll(async () => {
  ({ controlPlane, executorKey, host, newNode } = await startInhabited({ heartbeatSeconds: 1 }));
});
afterAll(() => controlPlane?.destroy());

test('a heartbeat is answered with the full desired state only when the agent does not know its revision', async () => {
  const key = await controlPlane.key('executor');
  const agent = new TestExecutor(controlPlane, key, 'host-2');
  const first = (await agent.sync()).data.syncExecutor;
  expect(first).toMatchObject({ nodes: [], heartbeatIntervalSeconds: 1, requests: [] });
  expect((await agent.sync({ knownRevision: first.revision })).data.syncExecutor.nodes).toBeNull();
  const { data } = await controlPlane.call('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
    data: { name: 'on-two', executorId: first.executorId, network: 'regtest' },
  });
  const next = (await agent.sync({ knownRevision: first.revision })).data.syncExecutor;
  expect(next.revision).toBeGreaterThan(first.revision);
  expect(next.nodes).toMatchObject([
    { id: data.createNode.id, name: 'on-two', desiredState: 'running', restartCounter: 0, dataPolicy: 'keep' },
  ]);
  expect(next.nodes[0].rpcAuth).toMatch(/^satrap:[0-9a-f]{32}\$[0-9a-f]{64}$/);
});

test('an agent that knows a later revision, after a restored backup, gets a revision beyond it and the full state', async () => {
  await host.sync();
  await newNode({ name: 'restored' });
  const answer = (await host.sync({ knownRevision: 5000 })).data.syncExecutor;
  expect(answer.revision).toBeGreaterThan(5000);
  expect(answer.nodes.length).toBeGreaterThan(0);
});

test('another agent under the same name is refused while the first one is alive', async () => {
  const key = await controlPlane.key('executor');
  const first = new TestExecutor(controlPlane, key, 'contested');
  await first.sync();
  const second = new TestExecutor(controlPlane, key, 'contested');
  const answer = await second.sync();
  expect(codeOf(answer)).toBe('executor_name_in_use');
  expect(answer.errors?.[0]?.message).toContain('--name');
  expect((await first.sync()).errors).toBeUndefined();
});

test('a malformed heartbeat is refused with the path of the fault', async () => {
  const answer = await new TestExecutor(controlPlane, executorKey, 'bad name!').sync();
  expect(codeOf(answer)).toBe('invalid_input');
  expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['input', 'name']);
});

test('a container and a data root of which an agent that has just started says nothing stay those that were told', async () => {
  const key = await controlPlane.key('executor');
  const agent = new TestExecutor(controlPlane, key, 'restarted');
  const { executorId } = (await agent.sync()).data.syncExecutor;
  const { createNode } = await controlPlane.ask(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }',
    { data: { name: 'on-restarted', executorId, network: 'regtest' } },
  );
  const told = async (where: { containerId?: string | null; dataRoot?: string }) => {
    const since = '2026-01-01T00:00:00.000Z';
    await agent.sync({ nodes: [{ id: createNode.id, phase: 'running', since, appliedRevision: 1, ...where }] });
    const { node } = await controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { dataRoot status { containerId } } }',
      { id: createNode.id },
    );
    return [node.status.containerId, node.dataRoot];
  };
  expect(await told({})).toEqual([null, 'default']);
  expect(await told({ containerId: 'abc', dataRoot: 'ssd' })).toEqual(['abc', 'ssd']);
  expect(await told({})).toEqual(['abc', 'ssd']);
  expect(await told({ containerId: null, dataRoot: 'ssd' })).toEqual([null, 'ssd']);
  expect(await told({})).toEqual([null, 'ssd']);
  expect(await told({ containerId: 'def' })).toEqual(['def', 'default']);
});

test('an executor without heartbeats goes offline and its nodes unknown, until its heartbeats come again', async () => {
  const key = await controlPlane.key('executor');
  const agent = new TestExecutor(controlPlane, key, 'flaky');
  const id = (await agent.sync()).data.syncExecutor.executorId;
  const made = await controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
    data: { name: 'on-flaky', executorId: id, network: 'regtest' },
  });
  const observed = [{ id: made.createNode.id, phase: 'running', since: new Date().toISOString() }];
  await agent.sync({ nodes: observed });
  const look = async () =>
    (
      await controlPlane.ask(
        'query($id: ID!) { executor(where: { id: $id }) { status nodes { status { phase reason } } } }',
        { id },
      )
    ).executor;
  expect(await look()).toEqual({ status: 'online', nodes: [{ status: { phase: 'running', reason: null } }] });
  const lost = await until('the executor is offline', async () => {
    const seen = await look();
    return seen.status === 'offline' && seen;
  });
  expect(lost.nodes[0].status).toEqual({
    phase: 'unknown',
    reason: expect.stringContaining('was running in its last heartbeat'),
  });
  const refused = await controlPlane.call('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
    data: { name: 'late', executorId: id, network: 'regtest' },
  });
  expect(codeOf(refused)).toBe('executor_offline');
  const logs = await controlPlane.call('mutation($id: ID!) { openNodeLogSession(where: { id: $id }) { id } }', {
    id: made.createNode.id,
  });
  expect(codeOf(logs)).toBe('executor_offline');
  await until('it is told once', async () => {
    const { events } = await controlPlane.ask('{ events(filter: { executorName: "flaky" }) { nodes { kind } } }');
    return events.nodes.filter(({ kind }: { kind: string }) => kind === 'executor.offline').length === 1;
  });
  await agent.sync({ nodes: observed });
  expect(await look()).toEqual({ status: 'online', nodes: [{ status: { phase: 'running', reason: null } }] });
});

test('a node whose deletion is confirmed leaves the lists, and its events stay', async () => {
  const key = await controlPlane.key('executor');
  const agent = new TestExecutor(controlPlane, key, 'deleting');
  const executor = (await agent.sync()).data.syncExecutor.executorId;
  const { createNode } = await controlPlane.ask(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }',
    {
      data: { name: 'doomed', executorId: executor, network: 'regtest' },
    },
  );
  const deleted = [{ id: createNode.id, phase: 'deleted', since: new Date().toISOString() }];
  // Not requested yet: an agent cannot delete on its own.
  expect((await agent.sync({ nodes: deleted })).data.syncExecutor.nodes).toHaveLength(1);
  expect(
    codeOf(
      await controlPlane.call('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executor }),
    ),
  ).toBe('executor_has_nodes');
  await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id: createNode.id });
  await agent.report([agent.event({ nodeId: createNode.id, kind: 'node.data-removed' })]);
  const { nodes, revision } = (await agent.sync({ nodes: [...deleted, { ...deleted[0], reason: 'x' }].slice(1) })).data
    .syncExecutor;
  expect(nodes).toEqual([]);
  expect((await agent.sync({ knownRevision: revision })).data.syncExecutor.nodes).toBeNull();
  expect((await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { id } }', createNode)).node).toBeNull();
  const { events } = await controlPlane.ask('{ events(filter: { nodeName: "doomed" }) { nodes { kind } } }');
  expect(events.nodes).toEqual([{ kind: 'node.data-removed' }]);
  await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executor });
  expect(
    (await controlPlane.ask('query($id: ID!) { executor(where: { id: $id }) { id } }', { id: executor })).executor,
  ).toBeNull();
});
