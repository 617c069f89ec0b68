import { expect, test } from 'vitest';
import { readAcceptedWrites, writesOfTwoLeaders } from './accepted-writes.ts';

const at = (second: number): string => `17000000${String(second).padStart(2, '0')}000000000`;
const log = (...writes: [second: number, timeline: number][]): string =>
  writes.map(([second, timeline]) => `${at(second)} ${at(second + 1)} ${String(timeline).padStart(8, '0')}\n`).join('');

test('reads whole lines of a log', () => {
  expect(readAcceptedWrites('pg-1', `${log([1, 2])}${at(3)} 17000`)).toEqual([
    { on: 'pg-1', begunNs: BigInt(at(1)), endedNs: BigInt(at(2)), timeline: 2 },
  ]);
});

test.each([
  ['leaders that follow one another', log([1, 1], [20, 3]), log([10, 2]), 0],
  ['a leader whose last write ends late', log([1, 1], [9, 1]), log([9, 2]), 0],
  ['a leader that writes after the next one', log([1, 1], [30, 1]), log([10, 2], [20, 2]), 1],
  ['two leaders of one timeline', log([1, 1]), log([10, 1]), 1],
])('finds of %s in the logs of two machines', (_what, first, second, count) => {
  const writes = [...readAcceptedWrites('pg-1', first), ...readAcceptedWrites('pg-2', second)];
  expect(writesOfTwoLeaders(writes)).toHaveLength(count);
});
