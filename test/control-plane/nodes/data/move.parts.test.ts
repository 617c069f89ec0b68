import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { moveAfterReport } from '../../../../src/control-plane/agents/heartbeat/observe-operations.ts';
import { showMove } from '../../../../src/control-plane/nodes/data/move.ts';
import type { StoredMove } from '../../../../src/control-plane/tables/nodes.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';

let inhabited: Inhabited;
beforeAll(async () => {
  inhabited = await startInhabited();
});
beforeEach(() => report([]));
afterAll(() => inhabited?.controlPlane.destroy());

const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
const gibibytes = (count: number) => count * 1024;
const dataRoots = [
  { name: 'default', path: null, totalMiB: gibibytes(100), freeMiB: gibibytes(100) },
  { name: 'ssd', path: '/mnt/ssd', totalMiB: gibibytes(50), freeMiB: gibibytes(40) },
  { name: 'away', path: '/mnt/away', totalMiB: null, freeMiB: null },
];
const resources = {
  ...{ cpuCores: amount(8), memoryMiB: amount(131_072), diskMiB: amount(gibibytes(100)) },
  overcommit: { cpu: 100, memory: 100, disk: 1 },
};

/** A heartbeat of an agent that knows data roots. */
const report = async (nodes: object[], more: object = {}) => {
  const answer = await inhabited.host.sync({
    ...{ nodes, resources: { ...resources, dataRoots } },
    ...more,
  });
  expect(answer.errors).toBeUndefined();
  return answer;
};
/** A node at which its agent has looked: before, it names neither container nor data root. */
const observed = (id: string, more: object = {}) => ({
  ...{ id, phase: 'running', since: '2026-01-01T00:00:00.000Z', containerId: 'c1', appliedRevision: 1 },
  ...more,
});
const small = { cpuCores: 0.1, memoryMiB: 256, diskGiB: 5 };

/** A node that runs, as its agent says. */
async function runningNode(name: string, data: object = {}, more: object = {}): Promise<string> {
  const id = await inhabited.newNode({ name, resources: small, ...data });
  await report([observed(id, more)]);
  return id;
}

const ask = (id: string, to: string) =>
  inhabited.controlPlane.call(
    'mutation($id: ID!, $to: String!) { moveNodeData(id: $id, to: $to) { revision dataRoot move { requestId from to state requestedBy } } }',
    { id, to },
  );
const act = (id: string, action: string) =>
  inhabited.controlPlane.call(
    'mutation($id: ID!, $action: NodeAction!) { requestNodeAction(id: $id, action: $action) { move { state } } }',
    { id, action },
  );
const get = async (id: string) =>
  (
    await inhabited.controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { dataRoot move { state reason copiedBytes totalBytes begunAt endedAt } executor { dataRoots { name path freeMiB } } } }',
      { id },
    )
  ).node;
const kindsOf = async (nodeName: string): Promise<string[]> =>
  (
    await inhabited.controlPlane.ask(
      'query($nodeName: String) { events(filter: { nodeName: $nodeName }) { nodes { kind } } }',
      { nodeName },
    )
  ).events.nodes.map(({ kind }: { kind: string }) => kind);
const desiredOf = async (id: string) => {
  const document =
    'mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { nodes { id dataRoot move { id to } } } }';
  const { variables } = JSON.parse(inhabited.host.syncBody({ resources: { ...resources, dataRoots } }));
  const { data } = await inhabited.controlPlane.call(document, variables, inhabited.executorKey);
  return data.syncExecutor.nodes.find((node: { id: string }) => node.id === id);
};

test('a move is delivered until its agent reports the end, and is shown with its state, in bytes, and in events', async () => {
  const id = await runningNode('wanderer');
  const { data } = await ask(id, 'ssd');
  const { requestId } = data.moveNodeData.move;
  expect(data.moveNodeData).toMatchObject({
    revision: 2,
    dataRoot: 'default',
    move: { from: 'default', state: 'asked' },
  });
  expect(await desiredOf(id)).toMatchObject({ dataRoot: null, move: { id: requestId, to: 'ssd' } });
  const again = await ask(id, 'ssd');
  expect(codeOf(again)).toBe('action_already_pending');
  expect(codeOf(await act(id, 'reindex'))).toBe('action_not_possible');

  await report([observed(id, { move: { id: requestId, state: 'copying', copiedBytes: 5, totalBytes: 10 } })]);
  await report([observed(id, { move: { id: requestId, state: 'copying', copiedBytes: 7, totalBytes: 10 } })]);
  expect((await get(id)).move).toMatchObject({ state: 'copying', copiedBytes: 7, totalBytes: 10, endedAt: null });
  await report([observed(id, { dataRoot: 'ssd', move: { id: requestId, state: 'starting' } })]);
  expect(await get(id)).toMatchObject({ dataRoot: 'ssd', move: { state: 'starting', endedAt: null } });
  expect(codeOf(await act(id, 'cancel_move'))).toBe('action_not_possible');

  await report([observed(id, { dataRoot: 'ssd', move: { id: requestId, state: 'done' } })]);
  expect((await get(id)).move).toMatchObject({ state: 'done', endedAt: expect.any(String) });
  expect((await desiredOf(id)).move).toBeNull();
  expect(await kindsOf('wanderer')).toContain('node.move-asked');
  expect(codeOf(await ask(id, 'ssd'))).toBe('action_not_possible');
});

test('a move that is taken back is not delivered any more; one that failed says why', async () => {
  const id = await runningNode('settled');
  expect(codeOf(await act(id, 'cancel_move'))).toBe('action_not_possible');
  await ask(id, 'ssd');
  expect((await act(id, 'cancel_move')).data.requestNodeAction.move.state).toBe('cancelled');
  expect((await desiredOf(id)).move).toBeNull();
  expect(await kindsOf('settled')).toContain('node.move-cancelled');
  // Too late: the daemon is on the copy already, and the move is delivered until it has ended.
  const { requestId: late } = (await ask(id, 'ssd')).data.moveNodeData.move;
  await act(id, 'cancel_move');
  await report([observed(id, { dataRoot: 'ssd', move: { id: late, state: 'starting' } })]);
  expect((await get(id)).move).toMatchObject({ state: 'starting', endedAt: null });
  expect((await desiredOf(id)).move).toMatchObject({ id: late });
  await report([observed(id, { dataRoot: 'ssd', move: { id: late, state: 'done' } })]);
  expect((await get(id)).move.state).toBe('done');
  await report([observed(id)]);
  const { requestId } = (await ask(id, 'ssd')).data.moveNodeData.move;
  await report([observed(id, { move: { id: requestId, state: 'failed', reason: 'the disk is unsound' } })]);
  expect((await get(id)).move).toMatchObject({ state: 'failed', reason: 'the disk is unsound', begunAt: null });
});

test('a move that cannot be is refused at the door, with the reason', async () => {
  const id = await runningNode('refused');
  const refusal = async (node: string, to: string) => {
    const answer = await ask(node, to);
    return `${codeOf(answer)}: ${answer.errors?.[0]?.message}`;
  };
  expect(await refusal(id, 'attic')).toMatch(
    /^invalid_input: .*host-1 has no data root attic; it has default, ssd, away/,
  );
  expect(await refusal(id, 'default')).toMatch(/^action_not_possible: .*is in default already/);
  expect(await refusal(id, 'away')).toMatch(/^action_not_possible: .*does not see the data root away/);
  const idle = await runningNode('refused-idle', { desiredState: 'stopped' });
  expect(await refusal(idle, 'ssd')).toMatch(/^action_not_possible: .*start it first/);
  const fresh = await inhabited.newNode({ name: 'refused-fresh', resources: small });
  expect(await refusal(fresh, 'ssd')).toMatch(/^action_not_possible: .*has not run yet/);
  await inhabited.newNode({ name: 'refused-copy', resources: small, seedFrom: id });
  expect(await refusal(id, 'ssd')).toMatch(/^chain_data_busy: .*copied for refused-copy/);
  const large = await runningNode('refused-large', { resources: { ...small, diskGiB: 45 } });
  expect(await refusal(large, 'ssd')).toMatch(
    /^not_enough_resources: ssd on host-1 cannot give refused-large 45 GiB of disk/,
  );
  const rebuilt = await runningNode('refused-rebuilt');
  await act(rebuilt, 'reindex');
  expect(await refusal(rebuilt, 'ssd')).toMatch(/^action_not_possible: a reindex of/);
  await inhabited.controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id: rebuilt });
  expect(await refusal(rebuilt, 'ssd')).toMatch(/^node_being_deleted/);
});

test('a new node may begin in a data root, whose room is counted apart', async () => {
  const create = (name: string, data: object) => inhabited.createNode({ name, resources: small, ...data });
  expect(codeOf(await create('elsewhere', { dataRoot: 'attic' }))).toBe('invalid_input');
  expect(codeOf(await create('elsewhere', { dataRoot: 'away' }))).toBe('action_not_possible');
  const tooLarge = { resources: { ...small, diskGiB: 49 }, dataRoot: 'ssd' };
  expect(codeOf(await create('elsewhere', tooLarge))).toBe('not_enough_resources');
  const id = (await create('elsewhere', { dataRoot: 'ssd' })).data.createNode.id;
  expect(await get(id)).toMatchObject({ dataRoot: 'ssd' });
  expect(await desiredOf(id)).toMatchObject({ dataRoot: 'ssd', move: null });
  expect((await get(id)).executor.dataRoots).toEqual(
    dataRoots.map(({ name, path, freeMiB }) => ({ name, path, freeMiB })),
  );
});

test('a report that says nothing new, or speaks of another request, changes nothing', () => {
  const move: StoredMove = {
    ...{ requestId: 'r1', from: 'default', to: 'ssd', state: 'copying', requestedAt: 't0', requestedBy: 'Ann' },
    ...{ begunAt: 't1', endedAt: null, reason: null },
  };
  expect(moveAfterReport(move, { id: 'r0', state: 'done' }, 't2')).toBeUndefined();
  expect(moveAfterReport(move, { id: 'r1', state: 'copying', copiedBytes: 5 }, 't2')).toBeUndefined();
  const cancelled = { ...move, state: 'cancelled' as const };
  expect(moveAfterReport(cancelled, { id: 'r1', state: 'returning' }, 't2')).toBeUndefined();
  // Its agent had not heard of it when it started the daemon on the copy.
  expect(moveAfterReport(cancelled, { id: 'r1', state: 'starting' }, 't2')).toMatchObject({
    state: 'starting',
    endedAt: null,
  });
  expect(moveAfterReport(cancelled, { id: 'r1', state: 'done' }, 't2')).toMatchObject({ state: 'done', endedAt: 't2' });
  expect(moveAfterReport(move, { id: 'r1', state: 'done' }, 't2')).toMatchObject({
    state: 'done',
    endedAt: 't2',
    begunAt: 't1',
  });
});

test('an estimate follows from what is copied so far', () => {
  const begunAt = '2026-01-01T00:00:00.000Z';
  const move: StoredMove = {
    ...{ requestId: 'r1', from: 'default', to: 'ssd', state: 'copying', requestedAt: begunAt, requestedBy: 'Ann' },
    ...{ begunAt, endedAt: null, reason: null },
  };
  const shown = (copiedBytes: number) =>
    showMove(
      {
        move,
        observed: { ...observed('n1'), move: { id: 'r1', state: 'copying', copiedBytes, totalBytes: 100 } } as never,
      },
      Date.parse(begunAt) + 60_000,
    );
  expect(shown(25)).toMatchObject({ copiedBytes: 25, totalBytes: 100, copiedAt: '2026-01-01T00:04:00.000Z' });
  expect(shown(0)?.copiedAt).toBeNull();
});
