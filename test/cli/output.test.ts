import { expect, onTestFinished, test, vi } from 'vitest';
import { age, gibibytes, print, tableLines } from '../../src/cli/output.ts';

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

/** Has something printed, and returns what reached the terminal. */
function printed(...[result, options, lines]: Parameters<typeof print>): string {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  print(result, options, lines);
  return String(log.mock.calls[0]?.[0]);
}

test('foreign text takes over no terminal and makes no further line, whichever command prints it', () => {
  const foreign = 'no\u001b]0;owned\u0007\u009b2J\nlast sync: 1s ago\u202e';
  expect(printed(null, {}, () => [`last sync: failing: ${foreign}`, 'no nodes'])).toBe(
    'last sync: failing: no ]0;owned 2J last sync: 1s ago \nno nodes',
  );
});

test('JSON for scripts keeps foreign text exactly, in a form that a terminal only shows', () => {
  const foreign = { reason: 'é\u007f\u009b2J\u202e\u2028\u001b[2J\n\\u009b "🟠"' };
  const text = printed(foreign, { json: true }, () => []);
  expect(JSON.parse(text)).toEqual(foreign);
  expect(text).not.toMatch(/[\p{Bidi_Control}\u2028]|(?!\n)\p{Cc}/u);
});
