import { describe, expect, test } from 'vitest';
import {
  bodyCharges,
  newDocuments,
  requestRate,
} from '../../../../src/control-plane/http/graphql/plugins/caller-rates.ts';
import { tokenBuckets } from '../../../../src/timing/token-buckets.ts';

const rateLimited = expect.objectContaining({ extensions: expect.objectContaining({ code: 'rate_limited' }) });

test.each([
  ['personal', true],
  ['executor', false],
])('invariant 16: the database time of a %s caller is limited: %s', (purpose, isLimited) => {
  const buckets = tokenBuckets({ burst: 1000, perSecond: 1, maxOwners: 9 });
  const plugin = requestRate(
    buckets,
    tokenBuckets({ burst: 1000, perSecond: 1, maxOwners: 9 }, () => 0),
  );
  const caller = { purpose, userId: 'u', organizationId: 'o', executorName: 'host', credential: { id: 'key' } };
  const ask = () => {
    plugin.onRequestParse?.({ serverContext: { caller } } as never);
    const contextValue = { caller, budget: { spent: 0, databaseMs: 600 } };
    const executed = plugin.onExecute?.({ args: { contextValue } } as never) as { onExecuteDone(result: never): void };
    executed.onExecuteDone({} as never);
  };
  ask();
  ask();
  if (isLimited) expect(ask).toThrow(rateLimited);
  else expect(ask).not.toThrow();
});

test('invariant 16: a caller’s new documents queue, and long waits are refused', async () => {
  const waits: number[] = [];
  const buckets = tokenBuckets({ burst: 10, perSecond: 5, maxOwners: 9 }, () => 0);
  const plugin = newDocuments({ has: (text) => text === '{ cached }' }, buckets, async (ms) => waits.push(ms));
  const ask = async (query: string, userId = 'mallory') => {
    const caller = { purpose: 'personal', userId, credential: { id: 'key' } };
    await plugin.onParams?.({ params: { query }, context: { caller } } as never);
  };
  const fresh = '{ a b c d e f g h }';
  await ask(fresh);
  await ask(fresh);
  expect(waits).toEqual([1000]);
  await ask(fresh, 'colleague');
  await ask('{ cached }');
  expect(waits).toEqual([1000]);
  await ask(fresh);
  await ask(fresh);
  await expect(ask(fresh)).rejects.toEqual(rateLimited);
  await ask('{ cached }');
});

describe('bodyCharges', () => {
  const key = (id: string, organizationId = 'o') =>
    ({ purpose: 'executor', organizationId, executorName: 'host', credential: { type: 'api_key', id } }) as never;
  const charges = () =>
    bodyCharges(
      tokenBuckets({ burst: 3000, perSecond: 500, maxOwners: 9 }, () => 0),
      tokenBuckets({ burst: 6000, perSecond: 1000, maxOwners: 9 }, () => 0),
    );
  const largest = { bytes: 20 * 1024 ** 2, values: 500_000 };

  test('invariant 16: the largest body leaves a key too little for a third one', () => {
    const { take } = charges();
    expect([take(key('a'), largest), take(key('a'), largest)]).toEqual([0, 0]);
    expect(take(key('a'), largest)).toBe(4);
  });

  test('invariant 16: the keys of an organization share a limit of large bodies', () => {
    const { take } = charges();
    expect(['a', 'b', 'c', 'd'].map((id) => take(key(id), largest))).toEqual([0, 0, 0, 1]);
    expect(take(key('e', 'another'), largest)).toBe(0);
  });

  test('a large body of an organization in debt is not even read, and a small one is', () => {
    const { take, secondsUntilRead } = charges();
    expect(secondsUntilRead(key('d'), largest.bytes)).toBe(0);
    for (const id of ['a', 'b', 'c']) take(key(id), largest);
    expect(secondsUntilRead(key('d'), largest.bytes)).toBe(1);
    expect(secondsUntilRead(key('d'), Number.POSITIVE_INFINITY)).toBe(1);
    expect(secondsUntilRead(key('d'), 4000)).toBe(0);
  });

  test('a small body is not charged to the organization', () => {
    const { take } = charges();
    for (const id of ['a', 'b', 'c']) take(key(id), largest);
    expect(take(key('d'), { bytes: 4000, values: 100 })).toBe(0);
  });
});
