import { expect, test } from 'vitest';
import { agents, SampledRefusals, strangers } from '../../../../src/control-plane/request/trail/sampled-refusals.ts';

test('of a flood the first twenty are written down, then one each ten minutes with the number of those between', () => {
  let now = 0;
  const refusals = new SampledRefusals(strangers, () => now);
  const written: number[] = [];
  for (let second = 0; second < 3600; second++) {
    now = second * 1000;
    const leftOut = refusals.sample('account');
    if (leftOut !== undefined) written.push(leftOut);
  }
  expect(written).toHaveLength(25);
  expect(written.slice(0, 20)).toEqual(Array(20).fill(0));
  // Each that came is either written down or counted with one that is, but for those since the last.
  const told = written.length + written.reduce((sum, count) => sum + count, 0);
  expect(told).toBeGreaterThan(3600 - 600);
  expect(told).toBeLessThanOrEqual(3600);
});

test('the flood of one kind takes no room of another', () => {
  const refusals = new SampledRefusals(strangers, () => 0);
  for (let index = 0; index < 100; index++) refusals.sample('unknown');
  expect(refusals.sample('unknown')).toBeUndefined();
  expect(refusals.sample('account')).toBe(0);
});

test('of an agent that is refused with each heartbeat, one refusal an hour is written down with the number of the others', () => {
  let now = 0;
  const refusals = new SampledRefusals(agents, () => now);
  const written: number[] = [];
  for (; now <= 7_200_000; now += 5000) {
    const leftOut = refusals.sample('a key and a cause');
    if (leftOut !== undefined) written.push(leftOut);
  }
  expect(written).toEqual([0, 719, 719]);
});
