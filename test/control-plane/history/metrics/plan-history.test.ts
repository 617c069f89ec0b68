import { expect, test } from 'vitest';
import { planHistory } from '../../../../src/control-plane/history/metrics/plan-history.ts';
import { newestSamples } from '../../../../src/control-plane/history/metrics/store-samples.ts';

const now = Date.parse('2026-06-30T12:34:56.000Z');
const day = 24 * 3600_000;

test.each([
  ['half a minute', 30, 30, 'raw'],
  ['a minute', 60, 60, 'minute'],
  ['a minute and a half', 90, 120, 'minute'],
  ['an hour', 3600, 3600, 'hour'],
  ['an hour and a second', 3601, 7200, 'hour'],
] as const)('a step of %s is made of what is kept', (_what, step, stepSeconds, grain) => {
  const from = new Date(now - 3600_000).toISOString();
  expect(planHistory({ from, stepSeconds: step }, 'raw', now)).toMatchObject({ stepSeconds, grain });
});

test('the first bucket is there as a whole', () => {
  const { from } = planHistory({ from: '2026-06-30T11:44:59.000Z', stepSeconds: 900 }, 'raw', now);
  expect(new Date(from).toISOString()).toBe('2026-06-30T11:30:00.000Z');
});

test.each([
  [1, 300],
  [2, 600],
  [7, 1800],
  [30, 2 * 3600],
  [90, 6 * 3600],
  [1000, 7 * 24 * 3600],
])('without a step, the last %i days come in buckets of %i seconds', (days, stepSeconds) => {
  const from = new Date(now - days * day + 1000).toISOString();
  expect(planHistory({ from }, 'raw', now).stepSeconds).toBe(stepSeconds);
});

test('an executor has no history below the minute', () => {
  const from = new Date(now - 3600_000).toISOString();
  expect(planHistory({ from, stepSeconds: 10 }, 'minute', now)).toMatchObject({ stepSeconds: 60, grain: 'minute' });
});

test.each([
  [{ from: '0001-01-01T00:00:00Z' }, 'from: is too long before `to`'],
  [{ stepSeconds: 10 }, 'stepSeconds: must be at least 58 for this range'],
  [{ stepSeconds: 0 }, 'stepSeconds: must be at least 1'],
  [{ from: new Date(now).toISOString() }, 'from: must be before `to`'],
])('a range with too many buckets, or none, is refused with what to ask for: %j', (range, message) => {
  expect(() => planHistory(range, 'raw', now)).toThrow(message);
});

test('no bucket begins before the Unix epoch', () => {
  const to = '1970-01-01T06:00:00.000Z';
  expect(planHistory({ from: '0001-01-01T00:00:00.000Z', to, stepSeconds: 3600 }, 'raw', now).from).toBe(0);
  expect(planHistory({ to, stepSeconds: 3600 }, 'raw', now).from).toBe(0);
  expect(() => planHistory({ to: '0001-01-01T00:00:00.000Z', stepSeconds: 489 }, 'raw', now)).toThrow('must be before');
});

test('finds each node’s newest sample, and the later of two at the same time', () => {
  const at = (second: number) => `2026-01-31T12:00:0${second}.000Z`;
  const samples = [
    { id: 1, nodeId: 'a', at: at(2) },
    { id: 2, nodeId: 'a', at: at(1) },
    { id: 3, nodeId: 'b', at: at(1) },
    { id: 4, nodeId: 'b', at: at(1) },
  ];
  expect(newestSamples(samples).map(({ id }) => id)).toEqual([1, 4]);
});
