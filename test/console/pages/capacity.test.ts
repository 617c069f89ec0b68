import { expect, test } from 'vitest';
import { describeCapacity, sharesOf, worstFirst } from '../../../src/console/pages/executors/capacity.ts';

test.each([
  ['what nodes use, hold and others use', { total: 10, promised: 4, used: 1, free: 6 }, [0.1, 0.3, 0.3]],
  ['more allocated than there is', { total: 8, promised: 12, used: 2, free: 6 }, [0.25, 0.75, 0]],
  ['what overcommit allows', { total: 8, overcommit: 4, promised: 12, used: 2, free: 4 }, [0.0625, 0.3125, 0.0625]],
  ['more used than allocated', { total: 10, promised: 1, used: 3, free: 7 }, [0.3, 0, 0]],
  ['a free amount that is unknown', { total: 10, promised: 5, used: 5, free: null }, [0.5, 0, 0]],
])('a bar has parts: %s', (_what, capacity, parts) => {
  const { nodes, allocated, other } = sharesOf(capacity) ?? {};
  for (const [index, part] of [nodes, allocated, other].entries()) expect(part).toBeCloseTo(parts[index] ?? 0);
});

test('a bar says what is free, without what overcommit allows', () => {
  const capacity = { total: 8, overcommit: 4, promised: 12, used: 2, free: 5.6 };
  expect(describeCapacity(capacity, (cores) => `${cores} cores`)).toBe(
    '2 cores used by nodes, 12 cores of 32 cores allocated, 5.6 cores free',
  );
});

test('there is no bar without a total', () => {
  expect(sharesOf({ total: null, promised: 1, used: 1, free: null })).toBeNull();
  expect(sharesOf({ total: 0, promised: 1, used: 1, free: 0 })).toBeNull();
});

test('sorts hosts: offline first, then those with incidents, then the fullest', () => {
  const host = (name: string, free: number | null, more: object = {}) => {
    const room = { total: 10, promised: 0, used: 0, free };
    return {
      ...{ name, status: 'online' as const, uninstalledAt: null, incidents: 0 },
      room: { memoryMiB: { ...room, free: 9 }, diskGiB: room },
      ...more,
    };
  };
  const hosts = [
    host('empty', 9),
    host('unknown', null),
    host('full', 1),
    host('incident', 9, { incidents: 2 }),
    host('gone', 9, { status: 'offline', uninstalledAt: '2026-01-01T00:00:00Z' }),
    host('lost', 9, { status: 'offline' }),
  ];
  const names = worstFirst(hosts, ({ incidents }) => incidents).map(({ name }) => name);
  expect(names).toEqual(['lost', 'incident', 'full', 'empty', 'unknown', 'gone']);
});
