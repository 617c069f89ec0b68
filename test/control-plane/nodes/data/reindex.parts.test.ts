import { afterAll, beforeAll, expect, test } from 'vitest';
import { reindexAfterReport } from '../../../../src/control-plane/agents/heartbeat/observe-operations.ts';
import { showReindex } from '../../../../src/control-plane/nodes/data/reindex.ts';
import type { StoredReindex } from '../../../../src/control-plane/tables/nodes.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';

let inhabited: Inhabited;
beforeAll(async () => {
  inhabited = await startInhabited();
  await report([]);
});
afterAll(() => inhabited?.controlPlane.destroy());

const ask = (id: string, action: string, downloadAgain = false) =>
  inhabited.controlPlane.call(
    `mutation($id: ID!, $action: NodeAction!, $downloadAgain: Boolean) {
      requestNodeAction(id: $id, action: $action, downloadAgain: $downloadAgain) {
        revision reindex { requestId action state requestedBy begunAt endedAt reason } } }`,
    { id, action, downloadAgain },
  );
const stateOf = async (id: string) =>
  (
    await inhabited.controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { reindex { state reason begunAt endedAt } } }',
      { id },
    )
  ).node.reindex;
const kindsOf = async (nodeName: string): Promise<string[]> =>
  (
    await inhabited.controlPlane.ask(
      'query($nodeName: String) { events(filter: { nodeName: $nodeName }) { nodes { kind } } }',
      {
        nodeName,
      },
    )
  ).events.nodes.map(({ kind }: { kind: string }) => kind);

/** A heartbeat of an agent that can reindex. */
const report = (nodes: object[], more: object = {}) => inhabited.host.sync({ nodes, ...more });
const observed = (id: string, reindex?: object, phase = 'running') => ({
  ...{ id, phase, since: '2026-01-01T00:00:00.000Z' },
  ...(reindex === undefined ? {} : { reindex }),
});
const desiredReindex = async (id: string) => {
  const document = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) {
    nodes { id reindex { id action hasBegun height } } } }`;
  const { variables } = JSON.parse(inhabited.host.syncBody());
  const { data } = await inhabited.controlPlane.call(document, variables, inhabited.executorKey);
  return data.syncExecutor.nodes.find((node: { id: string }) => node.id === id).reindex;
};

test('a reindex is delivered until its agent reports the end, and is shown with its state and told in events', async () => {
  const id = await inhabited.newNode({ name: 'damaged' });
  const { data } = await ask(id, 'reindex');
  const { requestId } = data.requestNodeAction.reindex;
  expect(data.requestNodeAction).toMatchObject({ revision: 2, reindex: { action: 'reindex', state: 'asked' } });
  expect(await desiredReindex(id)).toEqual({ id: requestId, action: 'reindex', hasBegun: false, height: null });
  expect(codeOf(await ask(id, 'reindex_chainstate'))).toBe('action_already_pending');

  const begunAt = '2026-11-21T20:00:00.000Z';
  await report([observed(id, { id: requestId, state: 'running', begunAt })]);
  expect(await stateOf(id)).toMatchObject({ state: 'running', begunAt, endedAt: null });
  expect(await desiredReindex(id)).toMatchObject({ id: requestId, hasBegun: true });
  expect(codeOf(await ask(id, 'cancel_reindex'))).toBe('action_not_possible');

  await report([observed(id, { id: requestId, state: 'done', begunAt })]);
  expect(await stateOf(id)).toMatchObject({ state: 'done', endedAt: expect.any(String) });
  expect(await desiredReindex(id)).toBeNull();
  expect(await kindsOf('damaged')).toContain('node.reindex-asked');
  // Another one may be asked for now, and is another request.
  expect((await ask(id, 'reindex')).data.requestNodeAction.reindex.requestId).not.toBe(requestId);
});

test('a reindex that has not begun can be taken back, and is not delivered any more', async () => {
  const id = await inhabited.newNode({ name: 'spared' });
  expect(codeOf(await ask(id, 'cancel_reindex'))).toBe('action_not_possible');
  await ask(id, 'reindex');
  expect((await ask(id, 'cancel_reindex')).data.requestNodeAction.reindex.state).toBe('cancelled');
  expect(await desiredReindex(id)).toBeNull();
  expect(await kindsOf('spared')).toContain('node.reindex-cancelled');
});

test('a node that is stopped, or being deleted, is not asked to reindex', async () => {
  const stopped = await inhabited.newNode({ name: 'at-rest', desiredState: 'stopped' });
  const answer = await ask(stopped, 'reindex');
  expect(codeOf(answer)).toBe('action_not_possible');
  expect(answer.errors?.[0]?.message).toContain('start it first');
  const deleted = await inhabited.newNode({ name: 'going' });
  await inhabited.controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id: deleted });
  expect(codeOf(await ask(deleted, 'reindex'))).toBe('node_being_deleted');
});

test('a node that prunes learns the price of a reindex, and is not asked for one that bitcoind refuses', async () => {
  const id = await inhabited.newNode({ name: 'thrifty', nodeType: 'pruned' });
  const refused = await ask(id, 'reindex');
  expect(codeOf(refused)).toBe('action_not_possible');
  expect(refused.errors?.[0]?.message).toContain('downloads and verifies the whole chain again');
  expect(codeOf(await ask(id, 'reindex_chainstate', true))).toBe('action_not_possible');
  expect((await ask(id, 'reindex', true)).data.requestNodeAction.reindex.state).toBe('asked');
});

test('a rebuild whose node cannot run any more may be asked for again', async () => {
  const id = await inhabited.newNode({ name: 'doubly-damaged' });
  const requestId = (await ask(id, 'reindex')).data.requestNodeAction.reindex.requestId;
  await report([observed(id, { id: requestId, state: 'running' }, 'failing')]);
  expect((await ask(id, 'reindex')).data.requestNodeAction.reindex).toMatchObject({ state: 'asked' });
});

const reindex: StoredReindex = {
  ...{
    requestId: 'r1',
    action: 'reindex',
    state: 'running',
    requestedAt: '2026-01-01T00:00:00.000Z',
    requestedBy: 'Ada',
  },
  ...{ begunAt: '2026-01-01T00:00:00.000Z', endedAt: null, reason: null, targetHeight: 100 },
};

test.each([
  ['another request', { id: 'r2', state: 'done' }],
  ['what is known', { id: 'r1', state: 'running' }],
  ['less than what is known', { id: 'r1', state: 'asked' }],
] as const)('a report of %s changes nothing', (_what, report) => {
  expect(reindexAfterReport(reindex, report, 'now')).toBeUndefined();
  expect(reindexAfterReport({ ...reindex, state: 'done' }, report, 'now')).toBeUndefined();
});

test('progress is that of the samples since the rebuild began, and the estimate follows from the time so far', () => {
  const now = Date.parse('2026-01-01T01:00:00.000Z');
  const at = '2026-01-01T00:59:00.000Z';
  const shown = (metrics: object) => showReindex({ reindex, metrics: { ...sample(0), at, ...metrics } }, now);
  expect(shown({ height: 25 })).toMatchObject({ progress: 0.25, estimatedEndAt: '2026-01-01T04:00:00.000Z' });
  expect(shown({ height: 25, verificationProgress: 0.1 })).toMatchObject({ progress: 0.1 });
  expect(shown({ height: 0 })).toMatchObject({ progress: 0, estimatedEndAt: null });
  expect(shown({ height: 100, at: '2025-12-31T00:00:00.000Z' })).toMatchObject({ progress: null });
  expect(showReindex({ reindex: { ...reindex, state: 'done' }, metrics: null }, now)).toMatchObject({ progress: 1 });
  expect(showReindex({ reindex: null, metrics: null }, now)).toBeNull();
});
