import { expect, test } from 'vitest';
import type { MethodCost } from '../../../src/bitcoin/rpc-methods.ts';
import { FairSlots } from '../../../src/gateway/members/fair-slots.ts';

const slots = () => new FairSlots({ total: 2, heavy: 1, waiting: 1, queued: 8 });

function asked(of: FairSlots) {
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  const take = (owner: string, cost: MethodCost = 'light') =>
    of.take(owner, cost, (release) => {
      begun.push(owner);
      releases.push(release);
    });
  return { begun, releases, take };
}

test('begins calls up to its limit and queues the others', () => {
  const of = slots();
  const { begun, take } = asked(of);
  for (const owner of ['a', 'b', 'c']) take(owner);
  expect([begun, of.inFlight, of.queued]).toEqual([['a', 'b'], 2, 1]);
});

test('serves consumers in turn, however many calls one has queued', () => {
  const of = slots();
  const { begun, releases, take } = asked(of);
  for (const owner of ['x', 'y', 'a', 'a', 'a', 'b']) take(owner);
  for (let index = 0; index < 5; index++) releases[index]?.();
  expect(begun).toEqual(['x', 'y', 'a', 'b', 'a', 'a']);
});

test('keeps slots for light calls when heavy ones wait', () => {
  const { begun, take } = asked(slots());
  take('a', 'heavy');
  take('a', 'heavy');
  take('b', 'light');
  expect(begun).toEqual(['a', 'b']);
});

test('counts waiting calls apart from the others', () => {
  const { begun, take } = asked(slots());
  for (const [owner, cost] of [
    ['a', 'waiting'],
    ['a', 'light'],
    ['b', 'light'],
    ['b', 'waiting'],
  ] as const)
    take(owner, cost);
  expect(begun).toEqual(['a', 'a', 'b']);
});

test('returns null when the queue is full', () => {
  const of = slots();
  const { take } = asked(of);
  for (let calls = 0; calls < 5; calls++) for (const owner of ['a', 'b']) take(owner);
  expect([of.isFull, take('c')]).toEqual([true, null]);
});

test('forgets a call that gives up', () => {
  const of = slots();
  const { begun, releases, take } = asked(of);
  take('a');
  take('b');
  const giveUp = take('c');
  if (typeof giveUp === 'function') giveUp();
  releases[0]?.();
  expect([begun, of.queued]).toEqual([['a', 'b'], 0]);
});

test('frees a slot once, even if it is released twice', () => {
  const of = slots();
  const { releases, take } = asked(of);
  take('a');
  releases[0]?.();
  releases[0]?.();
  expect(of.inFlight).toBe(0);
});

test.each([
  ['light', 11],
  ['heavy', 3],
  ['waiting', 2],
] as const)('gives one consumer a part of the slots for %s calls', (cost, count) => {
  const of = new FairSlots({ total: 12, heavy: 6, waiting: 4, queued: 500 });
  const { begun, take } = asked(of);
  for (let calls = 0; calls < 20; calls++) take('a', cost);
  take('b', cost);
  expect(begun).toEqual([...Array.from({ length: count }, () => 'a'), 'b']);
});

test('gives one consumer half of the queue', () => {
  const { take } = asked(slots());
  for (let calls = 0; calls < 5; calls++) take('a');
  expect([take('a'), typeof take('b')]).toEqual([null, 'string']);
});

test('begins calls that wait when it gets higher limits', () => {
  const of = slots();
  const { begun, take } = asked(of);
  take('a');
  take('a');
  of.setLimits({ total: 3, heavy: 1, waiting: 1, queued: 8 });
  expect(begun).toEqual(['a', 'a']);
});
