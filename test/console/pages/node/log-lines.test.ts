import { describe, expect, test } from 'vitest';
import { nodeSearch } from '../../../../src/console/pages/addresses.ts';
import {
  asFile,
  findAll,
  finderOf,
  keep,
  maxCharacters,
  maxRows,
  nextFound,
  noLines,
  rowsWith,
} from '../../../../src/console/pages/node/logs/log-lines.ts';

describe('the lines that a page keeps', () => {
  test('have numbers that stay when older ones give way', () => {
    const first = keep(noLines, [{ line: 'one' }, { notice: 'it stopped' }]);
    expect(first.rows.map(({ number, isNotice }) => [number, isNotice])).toEqual([
      [0, false],
      [1, true],
    ]);
    const more = Array.from({ length: maxRows }, (_, index) => ({ line: String(index) }));
    const full = keep(first, more);
    expect(full.rows.length).toBe(maxRows);
    expect(full.gone).toBe(2);
    expect(full.rows[0]).toEqual({ number: 2, text: '0', isNotice: false });
    expect(keep(full, [{ line: 'last' }]).rows.at(-1)?.number).toBe(maxRows + 2);
  });

  test('are bounded by their length as well', () => {
    const half = 'x'.repeat(maxCharacters / 2);
    const { rows, gone } = keep(noLines, [{ line: half }, { line: half }, { line: 'y' }]);
    expect(gone).toBe(1);
    expect(rows.map(({ text }) => text.length)).toEqual([half.length, 1]);
  });

  test('make a file that tells words about the log from its lines', () => {
    expect(asFile(keep(noLines, [{ line: 'one' }, { notice: 'it stopped' }]).rows)).toBe('one\n-- it stopped --\n');
  });
});

describe('what is looked for', () => {
  test.each([
    ['nothing', 'abc', '', ''],
    ['a text in another case', 'Tip tIP', 'tip', '0-3 4-7'],
    ['signs that mean something elsewhere', 'a.b*c[d] a.b', 'a.b', '0-3 9-12'],
    ['a bracket alone', 'x[', '[', '1-2'],
    ['a path', 'C:\\a /a-b/', '/a-b/', '5-10'],
    ['letters that take two units', '😀 é', 'é', '3-4'],
  ])('%s', (_what, text, wanted, places) => {
    const found = findAll(text, finderOf(wanted));
    expect(found.map(({ from, to }) => `${from}-${to}`).join(' ')).toBe(places);
  });

  test('is found in rows, one after the other, round at both ends', () => {
    const rows = [{ text: 'tip' }, { text: 'else' }, { text: 'TIP' }];
    const found = rowsWith(rows, finderOf('tip'));
    expect(found).toEqual([0, 2]);
    expect([nextFound(found, undefined, 1), nextFound(found, 0, 1), nextFound(found, 2, 1)]).toEqual([0, 2, 0]);
    expect([nextFound(found, undefined, -1), nextFound(found, 0, -1), nextFound([], 0, 1)]).toEqual([2, 2, -1]);
  });
});

test.each<{ search: object; meant: object }>([
  { search: { tab: 'logs', tail: 1000, find: 'tip' }, meant: { tab: 'logs', tail: 1000, find: 'tip' } },
  { search: { tab: 'logs', tail: 200, find: 7 }, meant: { tab: 'logs', find: '7' } },
  { search: { tab: 'logs', tail: 1e9, find: '' }, meant: { tab: 'logs' } },
  { search: { tab: 'why', tail: 1000, find: 'tip' }, meant: { tab: 'why' } },
  {
    search: { tab: 'monitoring', range: '7d', table: true, find: 'x' },
    meant: { tab: 'monitoring', range: '7d', table: true },
  },
  { search: { tab: 'monitoring', range: '24h', table: 'yes' }, meant: { tab: 'monitoring' } },
  { search: { tab: 'monitoring', range: 'constructor' }, meant: { tab: 'monitoring' } },
  { search: { tab: '__proto__' }, meant: {} },
])('the address $search means $meant', ({ search, meant }) => {
  expect(nodeSearch({ ...search })).toEqual(meant);
});
