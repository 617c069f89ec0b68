import { beforeEach, expect, test } from 'vitest';
import type { DesiredNode } from '../../../src/agent/desired/desired-entry.ts';
import { DesiredState, RefusedAnswer } from '../../../src/agent/desired/desired-state.ts';
import type { Store } from '../../../src/agent/store/database.ts';
import { installationIn } from '../../../src/agent/store/installation.ts';
import { testStore } from '../test-store.ts';

let database: Store;
let state: DesiredState;
beforeEach(() => {
  database = testStore().database;
  state = new DesiredState(database, installationIn(database));
});

const node = (id: string, more: Partial<DesiredNode> = {}) =>
  ({ id, name: id, desiredState: 'running', ...more }) as DesiredNode;
const answer = (revision: number, nodes: DesiredNode[] | null, executorId = 'e1') => ({ executorId, revision, nodes });

test('keeps the desired state across restarts, and returns only changed nodes', () => {
  expect(state.accept(answer(3, [node('a'), node('b')]))).toEqual(['a', 'b']);
  state = new DesiredState(database, installationIn(database));
  expect(state.all().map((entry) => entry.node.id)).toEqual(['a', 'b']);
  expect(installationIn(database).executorId).toBe('e1');
  expect(state.revision).toBe(3);
  expect(state.accept(answer(4, [node('a'), node('b', { restartCounter: 1 })]))).toEqual(['b']);
  expect(state.accept(answer(4, null))).toEqual([]);
});

test('invariant 2: marks a missing node as orphaned until it is listed again', () => {
  state.accept(answer(1, [node('a'), node('b')]));
  expect(state.accept(answer(2, []))).toEqual(['a', 'b']);
  expect(state.all()).toMatchObject([
    { node: { id: 'a', desiredState: 'running' }, orphaned: true },
    { node: { id: 'b', desiredState: 'running' }, orphaned: true },
  ]);
  expect(state.accept(answer(3, [node('a')]))).toEqual(['a']);
  expect(state.get('a')?.orphaned).toBe(false);
});

test.each([
  ['an older revision', answer(4, [])],
  ['another executor', answer(9, [], 'e2')],
  ['a later revision without its nodes', answer(9, null)],
  ['a node twice', answer(9, [node('a'), node('a')])],
  ['an id that is a path', answer(9, [node('../../etc')])],
])('invariant 5: an answer with %s is refused, and the desired state stays', (_what, refused) => {
  state.accept(answer(5, [node('a')]));
  expect(() => state.accept(refused)).toThrow(RefusedAnswer);
  expect(state.all()).toEqual([{ node: node('a'), orphaned: false }]);
  expect(state.revision).toBe(5);
});

test('without nodes, accepts those of another executor, and requests a missing list', () => {
  state.accept(answer(5, []));
  expect(state.accept(answer(5, [node('a')], 'e2'))).toEqual(['a']);
  state.forget('a');
  expect(state.accept(answer(5, null, 'e3'))).toEqual([]);
  expect(installationIn(database).executorId).toBe('e3');
  expect(state.revision).toBe(0);
});

const unsupported = { id: 'a', name: 'a', unsupported: 'the network “testnet5”' };
const lifecycle = { desiredState: 'running', restartCounter: 1, dataPolicy: 'keep', removableWallets: null } as const;

test('invariant 2: a listed node that is not supported keeps its configuration', () => {
  state.accept(answer(1, [node('a', { network: 'signet' }), node('b')]));
  const next = { ...answer(2, [node('b')]), unsupportedNodes: [{ ...unsupported, lifecycle: null }] };
  expect(state.accept(next)).toEqual([]);
  expect(state.get('a')).toEqual({ node: node('a', { network: 'signet' }), orphaned: false });
  expect(state.revision).toBe(2);
});

test('a node that is not supported can still be restarted, stopped and deleted', () => {
  state.accept(answer(1, [node('a', { network: 'signet' })]));
  const deleted = { ...lifecycle, desiredState: 'deleted' } as const;
  const next = { ...answer(2, []), unsupportedNodes: [{ ...unsupported, lifecycle: deleted }] };
  expect(state.accept(next)).toEqual(['a']);
  expect(state.get('a')?.node).toEqual({ ...node('a', { network: 'signet' }), ...deleted });
});

test('keeps an unsupported node across restarts until an answer replaces it', () => {
  state.accept({ ...answer(1, []), unsupportedNodes: [{ ...unsupported, lifecycle }] });
  state = new DesiredState(database, installationIn(database));
  expect(state.unsupported).toMatchObject([unsupported]);
  expect(state.get('a')).toBeUndefined();
  expect(state.accept(answer(2, [node('a')]))).toEqual(['a']);
  expect(state.unsupported).toEqual([]);
});

test('after a rollback, a node of the later agent is unsupported, and not lost', () => {
  const later = { ...node('a'), network: 'testnet5' } as unknown as DesiredNode;
  state.accept(answer(1, [later, node('b')]));
  const older = new DesiredState(database, installationIn(database));
  expect(older.all().map((entry) => entry.node.id)).toEqual(['b']);
  expect(older.unsupported).toMatchObject([unsupported]);
  expect(() => older.accept(answer(2, [], 'e2'))).toThrow(RefusedAnswer);
  expect(older.accept({ ...answer(2, [node('b')]), unsupportedNodes: [{ ...unsupported, lifecycle }] })).toEqual([]);
  expect(older.unsupported).toMatchObject([unsupported]);
});

test('refuses an answer that lists a node twice, once in a form that is not supported', () => {
  const twice = { ...answer(1, [node('a')]), unsupportedNodes: [{ ...unsupported, lifecycle }] };
  expect(() => state.accept(twice)).toThrow(RefusedAnswer);
});
