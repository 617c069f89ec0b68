import { expect, test } from 'vitest';
import { SharedCall } from '../../src/timing/shared-call.ts';

test('who asks in the same turn shares one call, and who asks while it is under way gets another', async () => {
  const calls: PromiseWithResolvers<number>[] = [];
  const shared = new SharedCall(() => {
    const call = Promise.withResolvers<number>();
    calls.push(call);
    return call.promise;
  });
  const first = [shared.run(), shared.run()];
  expect(calls).toHaveLength(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toHaveLength(1);
  const second = shared.run();
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toHaveLength(2);
  calls[1]?.resolve(2);
  calls[0]?.resolve(1);
  expect(await Promise.all([...first, second])).toEqual([1, 1, 2]);
});

test('a call that fails fails for those who share it, and for nobody later', async () => {
  let isDown = true;
  const shared = new SharedCall(async () => {
    if (isDown) throw new Error('down');
    return 'up';
  });
  const outcomes = await Promise.allSettled([shared.run(), shared.run()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await shared.run()).toBe('up');
});
