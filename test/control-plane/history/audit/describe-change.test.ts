import { expect, test } from 'vitest';
import { describeChange } from '../../../../src/control-plane/request/trail/describe-change.ts';

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
