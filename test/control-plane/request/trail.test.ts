import { expect, test } from 'vitest';
import { agents, anonymousRate } from '../../../src/control-plane/request/trail/audit-trail.ts';
import { describeChange } from '../../../src/control-plane/request/trail/record-action.ts';
import { sampled } from '../../../src/timing/sampled.ts';
import type { Rate } from '../../../src/timing/token-buckets.ts';

const snapshot = (values: object) => ({ name: 'x', values: values as Record<string, unknown> });
const change = (before: object | undefined, after: object | undefined) =>
  describeChange(before && snapshot(before), after && snapshot(after));

type Told = [
  what: string,
  was: object | undefined,
  is: object | undefined,
  before: object | null,
  after: object | null,
];
const secret = (key: string): Told => [
  `that ${key} changed, but no secret`,
  ...([{ [key]: 'former' }, { [key]: 'later' }, { [key]: '[secret]' }, { [key]: '[secret]' }] as const),
];

test.each<Told>([
  ['what differs', { name: 'a', size: 1, list: [1] }, { name: 'b', size: 1, list: [1] }, { name: 'a' }, { name: 'b' }],
  ['all that was made', undefined, { name: 'a' }, null, { name: 'a' }],
  ['all that was removed', { name: 'a' }, undefined, { name: 'a' }, null],
  ['nothing that stays', { name: 'a' }, { name: 'a' }, {}, {}],
  ...['password', 'rpcAuth', 'webhookSecret', 'tokenHash'].map(secret),
])('a change records %s', (_what, was, is, before, after) => {
  expect(change(was, is)).toEqual({ before, after });
});

test('a secret within a list or an object is left out too', () => {
  const cache = { key: 'dbcache', value: '450' };
  const shown = (secret: string) => ({
    overrides: [{ key: 'torpassword', value: secret }, cache],
    webhook: { url: 'https://example.com', secret },
  });
  expect(change(undefined, shown('hidden')).after).toEqual(shown('[secret]'));
});

test('shortens long values or gives their size, so that actions stay small', () => {
  const { after } = change(undefined, { note: 'x'.repeat(10_000), list: Array(5000).fill('abc'), name: 'short' });
  expect(after).toMatchObject({ list: '[30001 bytes]', name: 'short' });
  expect(Buffer.byteLength(JSON.stringify(after))).toBeLessThan(1000);
});

/** Returns what is recorded of a flood, each with the number of refusals skipped before it. */
function recordedOf(rate: Rate, [seconds, everyMs]: [seconds: number, everyMs: number]): number[] {
  let now = 0;
  const refusals = sampled(rate, () => now);
  const recorded: number[] = [];
  for (; now < seconds * 1000; now += everyMs) {
    const skipped = refusals.sample('account');
    if (skipped !== undefined) recorded.push(skipped);
  }
  return recorded;
}

test('of a flood records the first twenty, then one each ten minutes with a count', () => {
  const recorded = recordedOf(anonymousRate, [3600, 1000]);
  expect(recorded).toHaveLength(25);
  expect(recorded.slice(0, 20)).toEqual(Array(20).fill(0));
  // Each one is either recorded or counted with a recorded one, except those since the last.
  const told = recorded.length + recorded.reduce((sum, count) => sum + count, 0);
  expect(told).toBeGreaterThan(3600 - 600);
  expect(told).toBeLessThanOrEqual(3600);
});

test('of a refused agent records one refusal an hour, with the others’ number', () => {
  expect(recordedOf(agents, [7201, 5000])).toEqual([0, 719, 719]);
});

test('the flood of one kind takes no room of another', () => {
  const refusals = sampled(anonymousRate, () => 0);
  for (let index = 0; index < 100; index++) refusals.sample('unknown');
  expect(refusals.sample('unknown')).toBeUndefined();
  expect(refusals.sample('account')).toBe(0);
});
