import { expect, test } from 'vitest';
import { PendingChanges } from '../../../../src/control-plane/http/streams/changes.ts';

/** The pending changes after a reader took the first `resync`. */
function pending(): PendingChanges {
  const changes = new PendingChanges();
  changes.take();
  return changes;
}

test('a reader begins by fetching everything', () => {
  const changes = new PendingChanges();
  changes.add({ type: 'node', id: 'one' });
  expect(changes.take()).toEqual([{ type: 'resync' }]);
  expect(changes.take()).toBeUndefined();
});

test('an object that changed many times is named once, with its last revision', () => {
  const changes = pending();
  changes.add({ type: 'node', id: 'one', revision: 1 });
  changes.add({ type: 'executor', id: 'one' });
  changes.add({ type: 'node', id: 'one', revision: 2 });
  changes.add({ type: 'node', id: 'one' });
  changes.add({ type: 'event' });
  changes.add({ type: 'event' });
  expect(changes.take()).toEqual([
    { type: 'node', id: 'one', revision: 2 },
    { type: 'executor', id: 'one' },
    { type: 'event' },
  ]);
  expect(changes.take()).toBeUndefined();
});

test('changes that are too many to name become one «fetch everything»', () => {
  const changes = pending();
  for (let index = 0; index < 100_000; index++) changes.add({ type: 'node', id: `node-${index}` });
  expect(changes.take()).toEqual([{ type: 'resync' }]);
  changes.add({ type: 'node', id: 'one' });
  expect(changes.take()).toEqual([{ type: 'node', id: 'one' }]);
});

test('what may have been missed is fetched, and what was pending with it', () => {
  const changes = pending();
  changes.add({ type: 'node', id: 'one' });
  changes.resync();
  expect(changes.take()).toEqual([{ type: 'resync' }]);
  expect(changes.take()).toBeUndefined();
});
