import { expect, test } from 'vitest';
import { LeaseLost } from '../../../../src/control-plane/platform/jobs/lease.ts';
import { eachApart } from '../../../../src/control-plane/platform/jobs/run-on-one-replica.ts';

const workOn = async (items: readonly (string | Error)[], stop = new AbortController()) => {
  const done: string[] = [];
  const work = async (item: string | Error) => {
    if (item instanceof Error) throw item;
    done.push(item);
    if (item === 'stop') stop.abort();
  };
  return { done, error: await eachApart(items, stop.signal, work).catch((error: unknown) => error) };
};

test('a failure of one organization does not block those of others, and is reported', async () => {
  const [one, two] = [new Error('one'), new Error('two')];
  expect(await workOn(['a', one, 'b'])).toEqual({ done: ['a', 'b'], error: one });
  expect(await workOn([one, 'a', two])).toMatchObject({ done: ['a'], error: { errors: [one, two] } });
});

test('a lost lease or a stop ends the work', async () => {
  const lost = new LeaseLost();
  expect(await workOn(['a', lost, 'b'])).toEqual({ done: ['a'], error: lost });
  expect(await workOn(['a', 'stop', 'b'])).toEqual({ done: ['a', 'stop'], error: undefined });
});
