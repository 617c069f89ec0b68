import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inKindField } from '../../../../src/contract/kind-fields.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { nodeOf, TestNodes } from '../../../harness/nodes.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
let host: TestExecutor;
let nodes: TestNodes;
beforeAll(async () => {
  host = await TestExecutor.withKey(controlPlane, 'mover');
  nodes = new TestNodes(controlPlane, (await host.sync()).data.syncExecutor.executorId);
});
beforeEach(() => report([]));

const dataRoots = [
  { name: 'default', path: null, totalGiB: 200, freeGiB: 200 },
  { name: 'ssd', path: '/mnt/ssd', totalGiB: 50, freeGiB: 40 },
  { name: 'away', path: '/mnt/away', totalGiB: null, freeGiB: null },
];
const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
const resources = {
  ...{ cpuCores: amount(8), memoryMiB: amount(131_072), diskGiB: amount(200) },
  ...{ overcommit: { cpu: 100, memory: 100, disk: 1 }, dataRoots },
};
const small = { cpuCores: 0.1, memoryMiB: 256, diskGiB: 5 };

async function report(nodes: object[]): Promise<void> {
  const answer = await host.sync({ nodes, resources });
  expect(answer.errors).toBeUndefined();
}
/** An observed node, with reports of its operations. */
const observed = (id: string, operations: object[] = [], more: object = {}) => ({
  ...{ id, phase: 'running', since: '2026-01-01T00:00:00.000Z', containerId: 'c1', appliedRevision: 1 },
  ...{ operations: operations.map((each) => ({ state: 'running', cancellable: false, ...each })), ...more },
});
const newNode = async (name: string, data: object = {}): Promise<string> =>
  (await nodes.create(name, { resources: small, ...data })).id;
async function runningNode(name: string, data: object = {}): Promise<string> {
  const id = await newNode(name, data);
  await report([observed(id)]);
  return id;
}

const typedParams =
  'params { reindex { chainstateOnly height } rebuildIndex { index remove } move { from to } rehearse { from clientVersion } }';
const fields = `id kind ${typedParams} title state step progress startedAt endedAt reason cancellable requestedBy`;
const ofKind = (kind: string, params: object) => ({
  reindex: null,
  rebuildIndex: null,
  move: null,
  rehearse: null,
  ...inKindField(kind, params),
});
const start = (nodeId: string, kind: string, params: object = {}) =>
  controlPlane.call(
    `mutation($nodeId: ID!, $data: NodeOperationInput!) {
      startNodeOperation(where: { id: $nodeId }, data: $data) { operation { ${fields} node { revision } } } }`,
    { nodeId, data: inKindField(kind, params) },
  );
async function started(...request: Parameters<typeof start>) {
  const { data, errors } = await start(...request);
  expect(errors).toBeUndefined();
  return data.startNodeOperation.operation;
}
const cancel = (nodeId: string, id: string) =>
  controlPlane.call(
    `mutation($nodeId: ID!, $id: ID!) { cancelNodeOperation(where: { nodeId: $nodeId, id: $id }) { operation { ${fields} } } }`,
    { nodeId, id },
  );
const operationsOf = async (id: string) => (await nodeOf(controlPlane, id, `operations { ${fields} }`)).operations;
const desiredOf = async (id: string) =>
  (await host.desired(`id dataRoot operations { id kind ${typedParams} hasStarted }`, { resources })).find(
    (node) => node.id === id,
  );
const kindsOf = async (name: string): Promise<string[]> => (await nodes.events(name)).map(({ kind }) => kind);
async function refusal(...request: Parameters<typeof start>): Promise<string> {
  const answer = await start(...request);
  return `${codeOf(answer)}: ${answer.errors?.[0]?.message}`;
}

test('a move is delivered until its end, with progress, history and events', async () => {
  const id = await runningNode('wanderer');
  const move = await started(id, 'move', { to: 'ssd' });
  const params = ofKind('move', { from: 'default', to: 'ssd' });
  expect(move).toMatchObject({ state: 'requested', title: 'move the data to ssd', cancellable: true });
  expect(move).toMatchObject({ node: { revision: 2 }, params });
  expect((await desiredOf(id)).operations).toEqual([{ id: move.id, kind: 'move', params, hasStarted: false }]);
  expect(await refusal(id, 'move', { to: 'ssd' })).toMatch(/^action_already_pending: .*move the data to ssd/);
  expect(await refusal(id, 'reindex')).toMatch(/^action_not_possible: .*or cancel it/);

  // For a node of another id, a report changes nothing.
  const other = await runningNode('another');
  await report([observed(id), observed(other, [{ id: move.id, state: 'succeeded' }, { id: 'no id' }])]);
  expect(await operationsOf(id)).toMatchObject([{ state: 'requested' }]);

  const copying = { id: move.id, step: 'copying the data', cancellable: true };
  await report([observed(id, [{ ...copying, progress: 0.5 }])]);
  await report([observed(id, [{ ...copying, progress: 0.7 }])]);
  expect(await operationsOf(id)).toMatchObject([{ state: 'running', progress: 0.7, step: 'copying the data' }]);
  expect((await desiredOf(id)).operations).toMatchObject([{ hasStarted: true }]);
  await report([observed(id, [{ id: move.id, step: 'starting the daemon' }], { dataRoot: 'ssd' })]);
  expect(codeOf(await cancel(id, move.id))).toBe('action_not_possible');
  await report([observed(id, [{ id: move.id, state: 'succeeded' }], { dataRoot: 'ssd' })]);
  expect(await operationsOf(id)).toMatchObject([{ state: 'succeeded', progress: 1, endedAt: expect.any(String) }]);
  expect((await desiredOf(id)).operations).toEqual([]);
  expect(await kindsOf('wanderer')).toContain('node.operation_requested');
  expect(await refusal(id, 'move', { to: 'ssd' })).toMatch(/^action_not_possible: .*is already in ssd/);
});

test('a cancelled operation is delivered no more, unless past its point of no return', async () => {
  const id = await runningNode('settled');
  expect(codeOf(await cancel(id, randomUUID()))).toBe('Forbidden');
  const first = await started(id, 'move', { to: 'ssd' });
  const cancelled = (await cancel(id, first.id)).data.cancelNodeOperation.operation;
  expect(cancelled).toMatchObject({ state: 'cancelled', cancellable: false });
  expect((await desiredOf(id)).operations).toEqual([]);
  expect(await kindsOf('settled')).toContain('node.operation_cancelled');
  expect(codeOf(await cancel(id, first.id))).toBe('action_not_possible');
  await report([observed(id, [{ id: first.id, state: 'cancelled', step: 'rolling back' }])]);
  expect(await operationsOf(id)).toMatchObject([{ state: 'cancelled', step: null }]);
  const late = await started(id, 'move', { to: 'ssd' });
  await cancel(id, late.id);
  await report([observed(id, [{ id: late.id }])]);
  expect((await desiredOf(id)).operations).toMatchObject([{ id: late.id, hasStarted: true }]);
  await report([observed(id, [{ id: late.id, state: 'failed', reason: 'the disk is unsound' }])]);
  expect(await operationsOf(id)).toMatchObject([
    { id: late.id, state: 'failed', reason: 'the disk is unsound' },
    { id: first.id, state: 'cancelled' },
  ]);
});

test('what cannot be is refused at the door, with the reason', async () => {
  const id = await runningNode('refused');
  const idle = await runningNode('refused-idle', { desiredState: 'stopped' });
  const fresh = await newNode('refused-fresh');
  const refused: [id: string, kind: string, params: object, why: RegExp][] = [
    [id, 'move', {}, /^invalid_input: data.move.to/],
    [id, 'move', { to: 'ssd', by: 'ship' }, /^invalid_input/],
    [id, 'move', { to: 'attic' }, /^invalid_input: .*no data root attic; it has default, ssd/],
    [id, 'move', { to: 'default' }, /^action_not_possible: .*is already in default/],
    [id, 'move', { to: 'away' }, /^action_not_possible: .*does not see the data root away/],
    [idle, 'move', { to: 'ssd' }, /^action_not_possible: .*start it first/],
    [idle, 'reindex', {}, /^action_not_possible: .*start it first/],
    [fresh, 'move', { to: 'ssd' }, /^action_not_possible: .*has not run yet/],
  ];
  for (const [nodeId, kind, params, why] of refused) expect(await refusal(nodeId, kind, params)).toMatch(why);
  await newNode('refused-copy', { seedFrom: id });
  expect(await refusal(id, 'move', { to: 'ssd' })).toMatch(/^chain_data_busy: .*copied for refused-copy/);
  const large = await runningNode('refused-large', { resources: { ...small, diskGiB: 45 } });
  expect(await refusal(large, 'move', { to: 'ssd' })).toMatch(
    /^not_enough_resources: refused-large does not fit: ssd on mover has/,
  );
  await started(large, 'reindex');
  expect(await refusal(large, 'move', { to: 'ssd' })).toMatch(/^action_not_possible: .*rebuild the block index/);
  await nodes.delete(large, 'keep');
  expect(await refusal(large, 'move', { to: 'ssd' })).toMatch(/^node_being_deleted/);
});

test('a new node may start in a data root, whose room counts apart, with moves', async () => {
  await expect(newNode('elsewhere', { dataRoot: 'attic' })).rejects.toThrow('invalid_input');
  await expect(newNode('elsewhere', { dataRoot: 'away' })).rejects.toThrow('action_not_possible');
  const fills = { resources: { ...small, diskGiB: 16 }, dataRoot: 'ssd' };
  const moving = await runningNode('guest', { resources: { ...small, diskGiB: 20 } });
  const { id: moveId } = await started(moving, 'move', { to: 'ssd' });
  await expect(newNode('elsewhere', fills)).rejects.toThrow('not_enough_resources');
  await cancel(moving, moveId);
  expect(await desiredOf(await newNode('elsewhere', fills))).toMatchObject({ dataRoot: 'ssd', operations: [] });
});

test('a reindex starts once, cannot be cancelled then, and may be repeated', async () => {
  const id = await runningNode('damaged');
  const { id: first, params } = await started(id, 'reindex');
  expect(params).toEqual(ofKind('reindex', { chainstateOnly: false, height: null }));
  const startedAt = '2026-11-21T20:00:00.000Z';
  await report([observed(id, [{ id: first, startedAt }])]);
  expect(await operationsOf(id)).toMatchObject([{ state: 'running', startedAt, endedAt: null }]);
  await report([observed(id, [{ id: first, state: 'requested', cancellable: true }])]);
  expect(await operationsOf(id)).toMatchObject([{ state: 'running' }]);
  expect(codeOf(await cancel(id, first))).toBe('action_not_possible');
  // If the node cannot run any more, its rebuild may have to be repeated.
  expect(codeOf(await start(id, 'reindex'))).toBe('action_already_pending');
  await report([observed(id, [{ id: first }], { phase: 'failing' })]);
  const again = await started(id, 'reindex', { chainstateOnly: true });
  expect(again).toMatchObject({ title: 'rebuild the chain state', params: { reindex: { chainstateOnly: true } } });
  expect(await operationsOf(id)).toMatchObject([{ id: again.id }, { id: first, state: 'cancelled' }]);
});

test('a pruned node shows a reindex’s price, and gets none that bitcoind refuses', async () => {
  const id = await newNode('thrifty', { nodeType: 'pruned' });
  expect(await refusal(id, 'reindex')).toMatch(/downloads and verifies the whole chain again/);
  expect(await refusal(id, 'reindex', { chainstateOnly: true, downloadAgain: true })).toMatch(/^action_not_possible/);
  expect((await started(id, 'reindex', { downloadAgain: true })).state).toBe('requested');
});

test('the rebuild of one index is refused where it cannot help', async () => {
  const id = await runningNode('indexed');
  expect(await refusal(id, 'rebuild_index', { index: 'coinstatsindex' })).toMatch(/^action_not_possible: .*is off/);
  expect(await refusal(id, 'rebuild_index', { index: 'txindex', remove: true })).toMatch(/turn it off/);
  expect(codeOf(await start(id, 'rebuild_index', { index: 'blocks' }))).toBe('invalid_input');
  const begun = await started(id, 'rebuild_index', { index: 'txindex' });
  expect(begun).toMatchObject({
    title: 'rebuild txindex',
    params: { rebuildIndex: { index: 'txindex', remove: false } },
  });
  expect(codeOf(await start(id, 'reindex'))).toBe('action_not_possible');
  await report([observed(id, [{ id: begun.id, step: 'building the index' }])]);
  expect(await operationsOf(id)).toMatchObject([{ state: 'running', step: 'building the index', cancellable: false }]);
});

const resultFields =
  'result { rehearse { verdict fileSystem height peakMemoryMiB indexes { name synced height } warnings notes wayBack } }';
const lastResult = async (id: string) =>
  (await nodeOf(controlPlane, id, `operations(take: 1) { state reason ${resultFields} }`)).operations[0];

test('a rehearsal ends with what its agent found and the price of the way back', async () => {
  const id = await runningNode('rehearsed');
  const begun = await started(id, 'rehearse', { clientVersion: '28.0' });
  const params = ofKind('rehearse', { from: '28.1', clientVersion: '28.0' });
  expect(begun).toMatchObject({ title: 'rehearse 28.0 on a copy of the data', params });
  expect((await desiredOf(id)).operations).toMatchObject([{ kind: 'rehearse', params }]);
  await report([observed(id, [{ id: begun.id, step: 'copying the data', cancellable: true }])]);
  expect(await lastResult(id)).toMatchObject({ state: 'running', result: null });
  const found = {
    ...{ verdict: 'refused', fileSystem: 'btrfs', height: 9, peakMemoryMiB: 80, warnings: ['old'], notes: [] },
    ...{ indexes: [{ name: 'txindex', synced: true, height: 9 }], ignoredOptions: [] },
  };
  const failed = { id: begun.id, state: 'failed', reason: '28.0 exited', result: { rehearse: found } };
  await report([observed(id, [failed])]);
  const { ignoredOptions: _, ...shown } = found;
  expect(await lastResult(id)).toMatchObject({ state: 'failed', reason: '28.0 exited', result: { rehearse: shown } });
});

test('a way back to an earlier version has its costs', async () => {
  const id = await runningNode('returning', { clientVersion: '28.0' });
  const { id: operationId } = await started(id, 'rehearse', { clientVersion: '28.1' });
  const lists = { indexes: [], ignoredOptions: [], warnings: [], notes: [] };
  const result = { rehearse: { ...lists, verdict: 'passed' } };
  await report([observed(id, [{ id: operationId, state: 'succeeded', result }])]);
  expect((await lastResult(id)).result.rehearse).toMatchObject({
    ...{ verdict: 'passed', fileSystem: null },
    wayBack: expect.arrayContaining([expect.stringContaining('28.0 reads the blocks and the chain state of 28.1')]),
  });
});

test('a rehearsal is refused where it can show nothing', async () => {
  const id = await runningNode('unrehearsed');
  const idle = await runningNode('unrehearsed-idle', { desiredState: 'stopped' });
  const fresh = await newNode('unrehearsed-fresh');
  const refused: [id: string, clientVersion: string, why: RegExp][] = [
    [id, '28.1', /^action_not_possible: .*runs 28\.1 already/],
    [id, '99.0', /^chain_not_supported_by_executor: .*does not offer bitcoind 99\.0/],
    [idle, '28.0', /^action_not_possible: .*start it first/],
    [fresh, '28.0', /^action_not_possible: .*has not run yet/],
  ];
  for (const [nodeId, clientVersion, why] of refused)
    expect(await refusal(nodeId, 'rehearse', { clientVersion })).toMatch(why);
  await started(id, 'rehearse', { clientVersion: '28.0' });
  expect(await refusal(id, 'move', { to: 'ssd' })).toMatch(/^action_not_possible: .*rehearse 28\.0 .*or cancel it/);
  expect(await refusal(id, 'rehearse', { clientVersion: '28.0' })).toMatch(/^action_already_pending/);
});
