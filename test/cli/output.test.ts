import { expect, test } from 'vitest';
import { age, gibibytes, tableLines } from '../../src/cli/output.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T12:00:05Z', '0s'],
  ['2026-11-21T11:58:01Z', '119s'],
  ['2026-11-21T11:58:00Z', '2m'],
  ['2026-11-21T10:00:30Z', '120m'],
  ['2026-11-21T10:00:00Z', '2h'],
  ['2026-11-19T12:00:30Z', '48h'],
  ['2026-11-19T12:00:00Z', '2d'],
])('the age of %s is %s, in the largest unit that fits', (instant, expected) => {
  expect(age(instant, now)).toBe(expected);
});

test('a table has aligned columns, and no blanks after the last one', () => {
  expect(
    tableLines(
      ['name', 'phase'],
      [
        ['a', 'running'],
        ['longer', ''],
      ],
    ),
  ).toEqual(['NAME    PHASE', 'a       running', 'longer  ']);
});

test('a table prints foreign text without line breaks and control characters', () => {
  expect(tableLines(['name'], [['x\u001b[2J\ny']])).toEqual(['NAME', 'x [2J y']);
});

test('mebibytes are shown as gibibytes with one digit', () => {
  expect([gibibytes(1024), gibibytes(1536), gibibytes(0)]).toEqual(['1.0', '1.5', '0.0']);
});
