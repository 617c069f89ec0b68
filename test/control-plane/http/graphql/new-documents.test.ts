import { expect, test } from 'vitest';
import { newDocuments } from '../../../../src/control-plane/http/graphql/plugins/new-documents.ts';
import { TokenBuckets } from '../../../../src/timing/token-buckets.ts';

test('invariant 16: new documents of a caller wait for each other, and those that would wait long are refused', async () => {
  const waits: number[] = [];
  const buckets = new TokenBuckets({ burst: 10, perSecond: 5, maxOwners: 9 }, () => 0);
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
  await expect(ask(fresh)).rejects.toMatchObject({ extensions: { code: 'RateLimited' } });
  await ask('{ cached }');
});
