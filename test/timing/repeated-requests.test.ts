import { expect, test } from 'vitest';
import { RepeatedRequests } from '../../src/timing/repeated-requests.ts';
import { until } from '../harness/until.ts';

/** Requests whose answers a test lets end. */
function requests(maxConcurrent: number, maxPending: number) {
  const begun: { id: string; end: PromiseWithResolvers<void> }[] = [];
  const failures: unknown[] = [];
  const repeated = new RepeatedRequests<string>({
    ...{ maxConcurrent, maxPending },
    idOf: (request) => request,
    answer: (id) => {
      const end = Promise.withResolvers<void>();
      begun.push({ id, end });
      return end.promise;
    },
    onFailure: (error) => failures.push(error),
  });
  const ids = () => begun.map(({ id }) => id);
  const untilBegun = (...expected: string[]) =>
    until(`${expected} are begun`, () => ids().join() === expected.join(), undefined, 1);
  return { repeated, begun, failures, untilBegun };
}

test('a request that comes again is answered once at a time, and again after its answer', async () => {
  const { repeated, begun, untilBegun } = requests(5, 5);
  for (let beat = 0; beat < 3; beat++) repeated.handle(['a', 'b']);
  await untilBegun('a', 'b');
  begun[0]?.end.resolve();
  await until('the first is answered', () => {
    repeated.handle(['a', 'b']);
    return begun.length === 3;
  });
  expect(begun[2]?.id).toBe('a');
});

test('only some are answered beside each other, and what is too much is taken when it comes again', async () => {
  const { repeated, begun, untilBegun } = requests(2, 3);
  repeated.handle(['a', 'b', 'c', 'd']);
  await untilBegun('a', 'b');
  begun[1]?.end.resolve();
  await untilBegun('a', 'b', 'c');
  for (const { end } of begun) end.resolve();
  await until('there is room', () => {
    repeated.handle(['d']);
    return begun.length === 4;
  });
});

test('an answer that fails is told, and the request may come again', async () => {
  const { repeated, begun, failures, untilBegun } = requests(1, 1);
  repeated.handle(['a']);
  await untilBegun('a');
  begun[0]?.end.reject(new Error('away'));
  await until('it is told', () => failures.length === 1);
  await until('it is taken again', () => {
    repeated.handle(['a']);
    return begun.length === 2;
  });
});
