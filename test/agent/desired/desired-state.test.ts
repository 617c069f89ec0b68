import { beforeEach, expect, test } from 'vitest';
import type { DesiredNode } from '../../../src/agent/desired/desired-entry.ts';
import { type DesiredState, desiredStateOf, RefusedAnswer } from '../../../src/agent/desired/desired-state.ts';
import type { Store } from '../../../src/agent/store/database.ts';
import { installationIn } from '../../../src/agent/store/installation.ts';
import { testStore } from '../test-store.ts';

let database: Store;
let state: DesiredState;
beforeEach(() => {
  database = testStore().database;
  state = desiredStateOf(database, installationIn(database));
});

const node = (id: string, more: Partial<DesiredNode> = {}) =>
  ({ id, name: id, desiredState: 'running', ...more }) as DesiredNode;
const answer = (revision: number, nodes: DesiredNode[] | null, executorId = 'e1') => ({ executorId, revision, nodes });

test('the desired state and its revision survive a restart of the agent; an answer that is accepted returns only the nodes that it changed', () => {
  expect(state.accept(answer(3, [node('a'), node('b')]))).toEqual(['a', 'b']);
  state = desiredStateOf(database, installationIn(database));
  expect(state.all().map((entry) => entry.node.id)).toEqual(['a', 'b']);
  expect(installationIn(database).executorId).toBe('e1');
  expect(state.revision).toBe(3);
  expect(state.accept(answer(4, [node('a'), node('b', { restartCounter: 1 })]))).toEqual(['b']);
  expect(state.accept(answer(4, null))).toEqual([]);
});

test('invariant 2: a node that is missing from an answer is marked as orphaned, not deleted, and comes back when it is listed again', () => {
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

test('while there are no nodes, those of another executor are accepted, also under a revision that is known, and a missing list is asked for', () => {
  state.accept(answer(5, []));
  expect(state.accept(answer(5, [node('a')], 'e2'))).toEqual(['a']);
  state.forget('a');
  expect(state.accept(answer(5, null, 'e3'))).toEqual([]);
  expect(installationIn(database).executorId).toBe('e3');
  expect(state.revision).toBe(0);
});
