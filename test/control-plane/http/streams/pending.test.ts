import { expect, onTestFinished, test, vi } from 'vitest';
import { PendingChanges } from '../../../../src/control-plane/http/streams/changes.ts';
import { nudgesTo } from '../../../../src/control-plane/http/streams/nudges.ts';
import { openStreams } from '../../../../src/control-plane/request/streams/open-streams.ts';
import { agent as caller } from '../../../harness/callers.ts';

const current = async () => true;
const atOnce = () => 0;

test('keeps one of unread nudges, and nudges every agent after a gap', async () => {
  const streams = openStreams();
  const nudges = nudgesTo(streams, atOnce);
  const stream = nudges.listen('executor', caller, current);
  for (let count = 0; count < 5000; count++)
    nudges.onMessage({ kind: 'nudge', organizationId: 'organization', executorId: 'executor' });
  expect((await stream.next()).done).toBe(false);
  nudges.onGap();
  expect((await stream.next()).done).toBe(false);
  const waiting = stream.next();
  nudges.onMessage({ kind: 'nudge', organizationId: 'organization', executorId: 'another' });
  streams.end();
  expect((await waiting).done).toBe(true);
});

test('a key has at most five streams of one executor; the oldest one ends for a sixth', async () => {
  const streams = openStreams();
  const nudges = nudgesTo(streams, atOnce);
  const [oldest, ...others] = Array.from({ length: 5 }, () => nudges.listen('executor', caller, current));
  nudges.listen('executor', { ...caller, credential: { type: 'api_key', id: 'other key' } }, current);
  nudges.listen('other executor', caller, current);
  expect(streams.size).toBe(7);
  nudges.listen('executor', caller, current);
  expect(streams.size).toBe(7);
  expect((await oldest?.next())?.done).toBe(true);
  nudges.onMessage({ kind: 'nudge', organizationId: 'organization', executorId: 'executor' });
  for (const stream of others) expect((await stream.next()).done).toBe(false);
});

test('a nudge and a deletion concern the executor of their organization', async () => {
  const streams = openStreams();
  const nudges = nudgesTo(streams, atOnce);
  const own = nudges.listen('executor', caller, current);
  const other = nudges.listen('executor', { ...caller, organizationId: 'other' }, current);
  const ofOther = { organizationId: 'other', executorId: 'executor' };
  const waiting = own.next();
  nudges.onMessage({ kind: 'nudge', ...ofOther });
  expect((await other.next()).done).toBe(false);
  nudges.onMessage({ kind: 'executor-deleted', ...ofOther });
  expect((await other.next()).done).toBe(true);
  expect(streams.size).toBe(1);
  streams.end();
  expect((await waiting).done).toBe(true);
});

test('a stream begins with a nudge if its agent is not current, or nobody knows', async () => {
  for (const isCurrent of [async () => false, async () => Promise.reject(new Error('the database is away'))]) {
    const stream = nudgesTo(openStreams(), atOnce).listen('executor', caller, isCurrent);
    expect((await stream.next()).done).toBe(false);
  }
});

test('after a gap, the agents of a large fleet are nudged over a while', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const nudges = nudgesTo(openStreams(), () => 60_000);
  let nudged = 0;
  for (let index = 0; index < 60; index++) {
    const stream = nudges.listen(`executor ${index}`, caller, current);
    void stream.next().then(() => nudged++);
  }
  nudges.onGap();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(nudged).toBeGreaterThan(10);
  expect(nudged).toBeLessThan(50);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(nudged).toBe(60);
});

/** The pending changes after a reader took the first `resync`. */
function pending(): PendingChanges {
  const changes = new PendingChanges();
  changes.take();
  return changes;
}

test('a reader starts by fetching everything, and again after a gap', () => {
  const changes = new PendingChanges();
  for (const miss of [() => undefined, () => changes.resync()]) {
    changes.add({ type: 'node', id: 'one' });
    miss();
    expect(changes.take()).toEqual([{ type: 'resync' }]);
    expect(changes.take()).toBeUndefined();
  }
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
