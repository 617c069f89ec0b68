import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { currentAgents } from '../../../../src/control-plane/http/streams/current-agents.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { heldNode } from '../../../harness/held-node.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import type { ParsedJson } from '../../../harness/parsed-json.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { type HoldingHost, recoveryOf } from './holding-host.ts';

// Two organizations recover a host with the same executor, nodes and operations, and each has its own.

const inhabited = sharedInhabited();
const { controlPlane, stranger } = inhabited;
const database = sharedDatabase(controlPlane);

const executorId = randomUUID();
const [one, two] = [randomUUID(), randomUUID()];
const operationId = randomUUID();
const since = new Date().toISOString();

interface Twin {
  host: HoldingHost;
  ask(query: string, variables?: object): Promise<ParsedJson>;
}
let acme: Twin;
let other: Twin;

async function recovered(name: string, memoryMiB: number, ownerKey?: () => string): Promise<Twin> {
  const { offering, recover } = recoveryOf(inhabited, ownerKey);
  const reindex = {
    id: operationId,
    kind: 'reindex',
    params: { reindex: { chainstateOnly: false, height: 8 } },
    hasStarted: false,
  };
  const resources = { cpuCores: 0.5, memoryMiB, diskGiB: 2 };
  const nodes = [
    heldNode({ id: one, name: `${name}-one`, resources, operations: [reindex] }),
    heldNode({ id: two, name: `${name}-two`, resources }),
  ];
  const host = await offering(`${name}-host`, nodes, executorId);
  expect((await recover(executorId)).errors).toBeUndefined();
  return { host, ask: (query, variables = {}) => controlPlane.ask(query, variables, ownerKey?.()) };
}

beforeAll(async () => {
  acme = await recovered('acme', 512);
  other = await recovered('other', 1024, () => stranger.personalKey);
});

const both = async (query: string, variables?: object) => ({
  acme: await acme.ask(query, variables),
  other: await other.ask(query, variables),
});
const nodeIn = async (fields: string) => {
  const shown = await both(`query($id: ID!) { node(where: { id: $id }) { ${fields} } }`, { id: one });
  return { acme: shown.acme.node, other: shown.other.node };
};
const desired = async ({ host }: Twin, id: string) =>
  (await host.sync()).data.syncExecutor.nodes.find((node: { id: string }) => node.id === id);

test('each organization has the host with its nodes and what is allocated to them', async () => {
  const fields = '{ executor(where: { id: $id }) { name room { nodes memoryMiB { promised } } nodes { name } } }';
  const shown = await both(`query($id: ID!) ${fields}`, { id: executorId });
  const view = (name: string, promised: number) => ({
    executor: {
      name: `${name}-host`,
      room: { nodes: 2, memoryMiB: { promised } },
      nodes: [`${name}-one`, `${name}-two`].map((node) => ({ name: node })),
    },
  });
  expect(shown).toEqual({ acme: view('acme', 1024), other: view('other', 2048) });
});

test('a filter of hosts by their nodes does not see nodes of another organization', async () => {
  const query = '{ executors(where: { nodes: { some: { name: { equals: "other-one" } } } }) { name } }';
  expect(await both(query)).toEqual({ acme: { executors: [] }, other: { executors: [{ name: 'other-host' }] } });
});

test('an agent is current by the revision of its own organization', async () => {
  const rows = await database.select().from(executor).where(eq(executor.id, executorId));
  const isCurrent = currentAgents(database);
  const known = rows.map(({ organizationId, desiredRevision }, index) =>
    isCurrent({ organizationId, executorId, revision: desiredRevision - index }),
  );
  expect(await Promise.all(known)).toEqual([true, false]);
});

test('a change of a node reaches the agent of its organization alone', async () => {
  const before = await desired(other, one);
  const data = { setOverrides: [{ key: 'maxmempool', value: '300' }] };
  await acme.ask(
    'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { node { id } } }',
    {
      id: one,
      data,
    },
  );
  expect((await desired(acme, one)).overrides).toEqual(data.setOverrides);
  expect(await desired(other, one)).toEqual(before);
});

test('what an agent observes of nodes and operations concerns its organization', async () => {
  const operations = [{ id: operationId, state: 'running', cancellable: false }];
  await acme.host.sync({ nodes: [{ id: one, phase: 'running', since, operations }] });
  await other.host.sync({ nodes: [{ id: one, phase: 'failing', since, reason: 'port in use' }] });
  expect(await nodeIn('status { phase } operations { id state }')).toEqual({
    acme: { status: { phase: 'running' }, operations: [{ id: operationId, state: 'running' }] },
    other: { status: { phase: 'failing' }, operations: [{ id: operationId, state: 'requested' }] },
  });
  const counted = await both('{ nodeCounts { byPhase { phase nodes } } }');
  const phases = ({ nodeCounts }: ParsedJson) => nodeCounts.byPhase.map(({ phase }: { phase: string }) => phase);
  expect(phases(counted.acme)).not.toContain('failing');
  expect(phases(counted.other)).not.toContain('running');
});

test('events and samples of the same ids are stored for each organization', async () => {
  const id = randomUUID();
  const [[name, twin, height], ...rest] = [
    ['acme', acme, 100],
    ['other', other, 200],
  ] as const;
  for (const [message, { host }, at] of [[name, twin, height] as const, ...rest]) {
    const event = host.agent.event({ id, nodeId: one, message });
    const measured = host.agent.event({ kind: 'node.sample', nodeId: one, data: sample(at) });
    expect((await host.agent.report([event, measured])).data.reportRuntimeEvents).toEqual({
      accepted: 2,
      rejected: [],
    });
  }
  const filter = '(filter: { kind: "node.started" })';
  expect(await nodeIn(`events${filter} { nodes { id message } } metrics { height }`)).toEqual({
    acme: { events: { nodes: [{ id, message: 'acme' }] }, metrics: { height: 100 } },
    other: { events: { nodes: [{ id, message: 'other' }] }, metrics: { height: 200 } },
  });
  const history = await both('query($id: ID!) { nodeMetrics(where: { id: $id }) { buckets { height { max } } } }', {
    id: one,
  });
  const heights = ({ nodeMetrics }: ParsedJson) =>
    nodeMetrics.buckets.map(({ height: of }: ParsedJson) => of?.max ?? null);
  expect([heights(history.acme), heights(history.other)]).toEqual([[100], [200]]);
});

test('a request to an agent is carried by the heartbeats of its organization', async () => {
  await acme.ask('mutation($id: ID!) { openAgentRequest(where: { id: $id }, data: { log: {} }) { request { id } } }', {
    id: one,
  });
  expect((await other.host.sync()).data.syncExecutor.requests).toEqual([]);
  expect((await acme.host.sync()).data.syncExecutor.requests).toEqual([{ nodeId: one, kind: 'log' }]);
});

test('a mute and a drain concern one organization', async () => {
  const input = { nodeOverrides: [{ nodeId: one, muted: true }] };
  const save =
    'mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) { settings { revision } } }';
  await acme.ask(save, { input });
  const muted = await both('{ notificationSettings { nodeOverrides { nodeId muted } } }');
  expect(muted.acme.notificationSettings.nodeOverrides).toEqual([{ nodeId: one, muted: true }]);
  expect(muted.other.notificationSettings.nodeOverrides).toEqual([]);
  const drain = (call: string) => acme.ask(`mutation($id: ID!) { ${call} { executor { id } } }`, { id: executorId });
  await drain('drainExecutor(where: { id: $id }, reason: "a new disk")');
  expect((await desired(acme, one)).desiredState).toBe('stopped');
  expect((await desired(other, one)).desiredState).toBe('running');
  const shown = await both(
    'query($id: ID!) { executor(where: { id: $id }) { cordon { reason } drain { remaining } } }',
    {
      id: executorId,
    },
  );
  expect(shown.acme.executor).toEqual({ cordon: { reason: 'a new disk' }, drain: { remaining: 2 } });
  expect(shown.other.executor).toEqual({ cordon: null, drain: null });
  await drain('undrainExecutor(where: { id: $id })');
});

test('each organization adopts chain data of one id', async () => {
  const nodeId = randomUUID();
  const orphan = {
    nodeId,
    name: 'kept',
    data: { network: 'regtest', begunWith: '28.1', openedWith: '28.1', wallets: [] },
  };
  for (const { host, ask } of [acme, other]) {
    await host.sync({ orphans: [orphan] });
    const data = { name: 'adopted', executorId, network: 'regtest', adoptData: nodeId };
    const resources = { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 };
    const create = 'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }';
    expect(await ask(create, { data: { ...data, resources } })).toEqual({ createNode: { node: { id: nodeId } } });
  }
});

// Last: it removes the host from one of them.
test('a deletion in one organization leaves the host and its nodes to the other', async () => {
  const { nodes } = await acme.ask('{ nodes(where: { executorName: { equals: "acme-host" } }) { id } }');
  for (const { id } of nodes)
    await acme.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }', { id });
  await acme.host.sync({ nodes: nodes.map(({ id }: { id: string }) => ({ id, phase: 'deleted', since })) });
  await acme.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { executor { id } } }', { id: executorId });
  const left = await both('query($id: ID!) { executor(where: { id: $id }) { name status nodes { name } } }', {
    id: executorId,
  });
  const names = ['adopted', 'other-one', 'other-two'].map((name) => ({ name }));
  expect(left).toEqual({
    acme: { executor: null },
    other: { executor: { name: 'other-host', status: 'online', nodes: names } },
  });
  expect(await nodeIn('status { phase } metrics { height }')).toEqual({
    acme: null,
    other: { status: { phase: 'failing' }, metrics: { height: 200 } },
  });
  expect((await other.host.sync()).data.syncExecutor.nodes).toHaveLength(3);
  const { auditActions } = await other.ask('{ auditActions { nodes { action } } }');
  const actions = auditActions.nodes.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => /^(update|delete|drain)/.test(action))).toEqual([]);
  // Its agent, which still holds the nodes, offers them again.
  const again = await acme.host.sync();
  expect(codeOf(again)).toBeUndefined();
  expect(again.data.syncExecutor).toMatchObject({ executorId, recovery: 'wanted' });
});
