import { beforeEach, expect, test, vi } from 'vitest';
import { turnstile } from '../../src/timing/turnstile.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A turnstile whose stays do not end by themselves unless the test lets time pass. */
function clocked() {
  let now = 0;
  const turns = turnstile(() => now);
  const inside: ((wasServed: boolean) => void)[] = [];
  const told: number[] = [];
  const come = (times: number, hasPriority = true) => {
    for (let time = 0; time < times; time++) {
      const entered = turns.enter(hasPriority);
      if (typeof entered === 'number') told.push(entered);
      else inside.push(entered);
    }
    return { entered: inside.length, told: told.splice(0) };
  };
  const leave = (times: number, wasServed = true) => {
    for (const end of inside.splice(0, times)) end(wasServed);
  };
  const pass = (ms: number) => {
    now += ms;
  };
  /** Lets one leave and another one in at every `ms`. */
  const turn = (times: number, ms: number) => {
    for (let time = 0; time < times; time++) {
      pass(ms);
      leave(1);
      come(1);
    }
  };
  return { come, leave, pass, turn };
}

test('those beyond a bound are told to come back one after another, and there is room when they do', () => {
  const { come, leave, pass } = clocked();
  const { entered, told } = come(1100);
  expect(entered).toBe(100);
  expect(told.slice(0, 200)).toEqual(Array(200).fill(1));
  expect(told.at(-1)).toBe(5);
  pass(1000);
  leave(50);
  expect(come(50)).toEqual({ entered: 100, told: [] });
});

test('as many are let in as leave within half a second, and more once there is room again', () => {
  const { come, leave, turn, pass } = clocked();
  come(100);
  turn(600, 10);
  leave(100);
  const { entered } = come(150);
  expect(entered).toBeGreaterThan(48);
  expect(entered).toBeLessThan(53);
  leave(entered);
  for (let second = 0; second < 20; second++) {
    pass(1000);
    come(1);
    leave(1);
  }
  expect(come(5000).entered).toBe(1000);
});

test('some are let in however slow it is; those for whom there is no turn come within 90 seconds, at different times', () => {
  const { come, leave, turn } = clocked();
  come(100);
  turn(10, 60_000);
  leave(100);
  const { entered, told } = come(2000);
  expect(entered).toBe(32);
  const late = told.slice(1000);
  expect(Math.max(...late)).toBeLessThanOrEqual(90);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(45);
  expect(new Set(late).size).toBeGreaterThan(20);
});

test('while nobody is served, fewer are let in', () => {
  const { come, leave, pass } = clocked();
  come(100);
  for (let second = 0; second < 10; second++) {
    pass(1000);
    leave(1, false);
    come(1);
  }
  leave(100, false);
  expect(come(2000).entered).toBe(32);
});

test('a stay ends by itself, and once', () => {
  const { come, leave } = clocked();
  expect(come(101).told).toEqual([1]);
  vi.advanceTimersByTime(5000);
  expect(come(100).told).toEqual([]);
  leave(100);
  expect(come(1).told).toEqual([1]);
});

test('a quarter of the places is for those with priority, who do not wait behind the others, but the others behind them', () => {
  const { come } = clocked();
  expect(come(1075, false)).toEqual({ entered: 75, told: expect.toSatisfy((told: number[]) => told.at(-1) === 5) });
  expect(come(26)).toEqual({ entered: 100, told: [1] });
  expect(come(2000).told.at(-1)).toBe(11);
  expect(come(1, false).told).toEqual([11]);
});
