import { expect, test } from 'vitest';
import { auditSearch, eventsSearch, incidentsSearch, nodeSearch } from '../../../src/console/pages/addresses.ts';
import { boundsOf, instantOf, isWithin, localInput } from '../../../src/console/pages/time-range/time-range.ts';

const now = Date.UTC(2026, 5, 2);
const [from, to] = ['2026-06-01T00:00:00.000Z', '2026-06-01T01:00:00.000Z'];

test.each([
  ['any time', {}, {}],
  ['a time up to now', { range: '24h' as const }, { from }],
  ['two instants', { range: '1h' as const, from, to }, { from, to }],
  ['an end alone', { to }, { to }],
])('returns the bounds of %s', (_what, search, expected) => {
  expect(boundsOf(search, now)).toEqual(expected);
});

test('bounds include their start and exclude their end', () => {
  expect([from, to].map((at) => isWithin(at, { from, to }))).toEqual([true, false]);
  expect(isWithin(to, {})).toBe(true);
});

test('an input for local time keeps an instant to the minute', () => {
  for (const at of [from, '2026-12-24T18:30:00.000Z']) expect(instantOf(localInput(at))).toBe(at);
  expect(localInput('2026-06-01T00:00:59.999Z')).toBe(localInput(from));
  expect([localInput(undefined), instantOf('')]).toEqual(['', undefined]);
});

test('the addresses of lists and node tabs keep a valid time range', () => {
  const range = { range: '7d', from, to };
  for (const search of [auditSearch, eventsSearch, incidentsSearch]) expect(search(range)).toEqual(range);
  for (const tab of ['logs', 'activity', 'monitoring'])
    expect(nodeSearch({ tab, ...range })).toEqual({ tab, ...range });
  expect(eventsSearch({ range: 'for ever', from: 'once', to: 5 })).toEqual({});
});
