import { beforeEach, expect, test, vi } from 'vitest';
import { AdmissionController, type Release } from '../../../../src/control-plane/platform/load/admission-controller.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A controller whose admissions do not end by themselves unless the test lets time pass. */
function clocked() {
  let now = 0;
  const admission = new AdmissionController(() => now);
  const inFlight: Release[] = [];
  const refused: number[] = [];
  const come = (times: number, hasPriority = true) => {
    for (let time = 0; time < times; time++) {
      const admitted = admission.admit(hasPriority);
      if (typeof admitted === 'number') refused.push(admitted);
      else inFlight.push(admitted);
    }
    return { admitted: inFlight.length, refused: refused.splice(0) };
  };
  const leave = (times: number, wasServed = true) => {
    for (const end of inFlight.splice(0, times)) end(wasServed);
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

test('requests beyond the limit are told to retry one after another', () => {
  const { come, leave, pass } = clocked();
  const { admitted, refused } = come(1100);
  expect(admitted).toBe(100);
  expect(refused.slice(0, 200)).toEqual(Array(200).fill(1));
  expect(refused.at(-1)).toBe(5);
  pass(1000);
  leave(50);
  expect(come(50)).toEqual({ admitted: 100, refused: [] });
});

test('the limit is what ends within half a second', () => {
  const { come, leave, turn, pass } = clocked();
  come(100);
  turn(600, 10);
  leave(100);
  const { admitted } = come(150);
  expect(admitted).toBeGreaterThan(48);
  expect(admitted).toBeLessThan(53);
  leave(admitted);
  for (let second = 0; second < 20; second++) {
    pass(1000);
    come(1);
    leave(1);
  }
  expect(come(5000).admitted).toBe(1000);
});

test('however slow it is, 32 are admitted and the others retry within 90 s, spread out', () => {
  const { come, leave, turn } = clocked();
  come(100);
  turn(10, 60_000);
  leave(100);
  const { admitted, refused } = come(2000);
  expect(admitted).toBe(32);
  const late = refused.slice(1000);
  expect(Math.max(...late)).toBeLessThanOrEqual(90);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(45);
  expect(new Set(late).size).toBeGreaterThan(20);
});

test('while no request is served, the limit falls', () => {
  const { come, leave, pass } = clocked();
  come(100);
  for (let second = 0; second < 10; second++) {
    pass(1000);
    leave(1, false);
    come(1);
  }
  leave(100, false);
  expect(come(2000).admitted).toBe(32);
});

test('an admission counts for at most 5 s and ends once', () => {
  const { come, leave } = clocked();
  expect(come(101).refused).toEqual([1]);
  vi.advanceTimersByTime(5000);
  expect(come(100).refused).toEqual([]);
  leave(100);
  expect(come(1).refused).toEqual([1]);
});

test('reserves a quarter of the limit for priority, which retries first', () => {
  const { come } = clocked();
  expect(come(1075, false)).toEqual({
    admitted: 75,
    refused: expect.toSatisfy((refused: number[]) => refused.at(-1) === 5),
  });
  expect(come(26)).toEqual({ admitted: 100, refused: [1] });
  expect(come(2000).refused.at(-1)).toBe(11);
  expect(come(1, false).refused).toEqual([11]);
});
