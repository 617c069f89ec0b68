import { expect, test } from 'vitest';
import { requestRate } from '../../../../src/control-plane/http/graphql/plugins/request-rate.ts';
import { TokenBuckets } from '../../../../src/timing/token-buckets.ts';

test.each([
  ['personal', true],
  ['executor', false],
])('invariant 16: the database time of a %s caller is limited: %s', (purpose, isLimited) => {
  const buckets = new TokenBuckets({ burst: 1000, perSecond: 1, maxOwners: 9 });
  const plugin = requestRate(buckets, new TokenBuckets({ burst: 1000, perSecond: 1, maxOwners: 9 }, () => 0));
  const caller = { purpose, userId: 'u', organizationId: 'o', executorName: 'host', credential: { id: 'key' } };
  const ask = () => {
    plugin.onRequestParse?.({ serverContext: { caller } } as never);
    const contextValue = { caller, budget: { spent: 0, databaseMs: 600 } };
    const executed = plugin.onExecute?.({ args: { contextValue } } as never) as { onExecuteDone(result: never): void };
    executed.onExecuteDone({} as never);
  };
  ask();
  ask();
  if (isLimited)
    expect(ask).toThrow(expect.objectContaining({ extensions: expect.objectContaining({ code: 'RateLimited' }) }));
  else expect(ask).not.toThrow();
});
