import { expect, test } from 'vitest';
import { agents, anonymousRate, SampledRefusals } from '../../../src/control-plane/request/trail/audit-trail.ts';
import { describeChange } from '../../../src/control-plane/request/trail/describe-change.ts';

const snapshot = (values: object) => ({ name: 'x', values: values as Record<string, unknown> });
const change = (before: object | undefined, after: object | undefined) =>
  describeChange(before && snapshot(before), after && snapshot(after));

test('of a change only what differs is told', () => {
  expect(change({ name: 'a', memory: 1, list: [1] }, { name: 'b', memory: 1, list: [1] })).toEqual({
    before: { name: 'a' },
    after: { name: 'b' },
  });
});

test('what was made or removed is told as a whole, and what stays as it is by nothing', () => {
  expect(change(undefined, { name: 'a' })).toEqual({ before: null, after: { name: 'a' } });
  expect(change({ name: 'a' }, undefined)).toEqual({ before: { name: 'a' }, after: null });
  expect(change({ name: 'a' }, { name: 'a' })).toEqual({ before: {}, after: {} });
});

test.each(['password', 'rpcAuth', 'webhookSecret', 'tokenHash'])(
  'a secret is left out, but not that it changed: %s',
  (key) => {
    expect(change({ [key]: 'former' }, { [key]: 'later' })).toEqual({
      before: { [key]: '[secret]' },
      after: { [key]: '[secret]' },
    });
  },
);

test('a secret within a list or an object is left out too', () => {
  const { after } = change(undefined, {
    overrides: [
      { key: 'torpassword', value: 'hidden' },
      { key: 'dbcache', value: '450' },
    ],
    webhook: { url: 'https://example.com', secret: 'hidden' },
  });
  expect(after).toEqual({
    overrides: [
      { key: 'torpassword', value: '[secret]' },
      { key: 'dbcache', value: '450' },
    ],
    webhook: { url: 'https://example.com', secret: '[secret]' },
  });
});

test('long values are shortened or given as their size, so that an action has a few KiB at most', () => {
  const { after } = change(undefined, { note: 'x'.repeat(10_000), list: Array(5000).fill('abc'), name: 'short' });
  expect(after).toMatchObject({ list: '[30001 bytes]', name: 'short' });
  expect(Buffer.byteLength(JSON.stringify(after))).toBeLessThan(1000);
});

test('of a flood the first twenty are written down, then one each ten minutes with the number of those between', () => {
  let now = 0;
  const refusals = new SampledRefusals(anonymousRate, () => now);
  const written: number[] = [];
  for (let second = 0; second < 3600; second++) {
    now = second * 1000;
    const leftOut = refusals.sample('account');
    if (leftOut !== undefined) written.push(leftOut);
  }
  expect(written).toHaveLength(25);
  expect(written.slice(0, 20)).toEqual(Array(20).fill(0));
  // Each one is either recorded or counted with a recorded one, except those since the last.
  const told = written.length + written.reduce((sum, count) => sum + count, 0);
  expect(told).toBeGreaterThan(3600 - 600);
  expect(told).toBeLessThanOrEqual(3600);
});

test('the flood of one kind takes no room of another', () => {
  const refusals = new SampledRefusals(anonymousRate, () => 0);
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
