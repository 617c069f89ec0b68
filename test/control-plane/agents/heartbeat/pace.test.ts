import type { EventLoopUtilization } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { HeartbeatPace } from '../../../../src/control-plane/agents/heartbeat/pace.ts';

/** A process that is busy for a share of its time. */
function fakeProcess() {
  let [idle, active] = [0, 0];
  return {
    eventLoopUtilization: (last?: EventLoopUtilization, before?: EventLoopUtilization): EventLoopUtilization => {
      if (last === undefined || before === undefined) return { idle, active, utilization: active / (idle + active) };
      const [idled, worked] = [last.idle - before.idle, last.active - before.active];
      return { idle: idled, active: worked, utilization: worked / (idled + worked) };
    },
    pass(seconds: number, busy: number) {
      active += seconds * 1000 * busy;
      idle += seconds * 1000 * (1 - busy);
    },
  };
}

test.each([
  [15, 0, 15],
  [15, 3000, 15],
  [15, 3001, 16],
  [15, 10_000, 50],
  [15, 100_000, 300],
  [600, 100_000, 600],
])('at least %i s between heartbeats, of %i hosts: %i s', (shortest, executors, seconds) => {
  const process = fakeProcess();
  const pace = new HeartbeatPace(shortest, process);
  expect(pace.seconds).toBe(shortest);
  process.pass(30, 0.1);
  pace.adapt(executors);
  expect(pace.seconds).toBe(seconds);
  expect(pace.isStretched).toBe(seconds > shortest);
});

test('a busy process sets longer intervals, and shorter ones once it has time', () => {
  const process = fakeProcess();
  const pace = new HeartbeatPace(15, process);
  const intervals = (times: number, busy: number, executors = 4000) =>
    Array.from({ length: times }, () => {
      process.pass(30, busy);
      pace.adapt(executors);
      return pace.seconds;
    });
  expect(intervals(1, 0.5)).toEqual([20]);
  expect(intervals(3, 1)).toEqual([25, 32, 40]);
  expect(intervals(2, 0.5)).toEqual([40, 40]);
  expect(intervals(20, 1).at(-1)).toBe(200);
  expect(intervals(40, 0.1).at(-1)).toBe(20);
  // Few agents are no load worth sparing.
  expect(intervals(20, 1).at(-1)).toBe(200);
  expect(intervals(1, 1, 300)).toEqual([15]);
});
