import { expect, onTestFinished, test, vi } from 'vitest';
import { collect, collectKeyValue, number, wholeNumber } from '../../src/cli/options.ts';
import { age, gibibytes, jsonText, printLines, tableLines } from '../../src/cli/output.ts';

test('the age of an instant is in the largest unit that fits, and mebibytes are shown as gibibytes', () => {
  for (const [instant, expected] of [
    ['2026-11-21T12:00:05Z', '0s'],
    ['2026-11-21T11:58:01Z', '119s'],
    ['2026-11-21T11:58:00Z', '2m'],
    ['2026-11-21T10:00:30Z', '120m'],
    ['2026-11-21T10:00:00Z', '2h'],
    ['2026-11-19T12:00:00Z', '2d'],
  ] as const)
    expect(age(instant, Date.parse('2026-11-21T12:00:00Z'))).toBe(expected);
  expect([1024, 1536, 0].map(gibibytes)).toEqual(['1.0', '1.5', '0.0']);
});

test('a table has aligned columns, no blanks after the last one, and no line breaks or control characters of others', () => {
  const rows = [
    ['a', 'running'],
    ['longer', ''],
    ['b', 'x\u001b[2J\ny'],
  ];
  expect(tableLines(['name', 'phase'], rows)).toEqual([
    'NAME    PHASE',
    'a       running',
    'longer  ',
    'b       x [2J y',
  ]);
});

test('foreign text takes over no terminal and makes no further line, whichever command prints it', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  printLines(['last sync: failing: no\u001b]0;owned\u0007\u009b2J\nlast sync: 1s ago\u202e', 'no nodes']);
  expect(log).toHaveBeenCalledExactlyOnceWith('last sync: failing: no ]0;owned 2J last sync: 1s ago \nno nodes');
});

test('JSON for scripts keeps foreign text exactly, in a form that a terminal only shows', () => {
  const foreign = { reason: 'é\u007f\u009b2J\u202e\u2028\u001b[2J\n\\u009b "🟠"' };
  const text = jsonText(foreign, 2);
  expect(JSON.parse(text)).toEqual(foreign);
  expect(text).not.toMatch(/[\p{Bidi_Control}\u2028]|(?!\n)\p{Cc}/u);
});

test('numbers, whole numbers within bounds and pairs are read', () => {
  expect(['1', '0.5', '-3'].map((text) => number(text))).toEqual([1, 0.5, -3]);
  expect(['1', '500', '007'].map((text) => wholeNumber(1, 500)(text))).toEqual([1, 500, 7]);
  expect(collect('b', ['a'])).toEqual(['a', 'b']);
  // All after the first «=» is the value.
  expect(['dbcache=300', 'uacomment=a=b', 'empty='].flatMap((text) => collectKeyValue(text, []))).toEqual([
    { key: 'dbcache', value: '300' },
    { key: 'uacomment', value: 'a=b' },
    { key: 'empty', value: '' },
  ]);
});

test.each<[string, (text: string) => unknown, string[]]>([
  ['It must be a number.', number, ['', ' ', 'much', 'NaN', 'Infinity', '1,5']],
  ['It must be a whole number from 1 to 500.', wholeNumber(1, 500), ['0', '501', '1.5', '1e2', '-1', '', 'all']],
  ['It must be KEY=VALUE.', (text) => collectKeyValue(text, []), ['dbcache', '=300', '']],
])('another text is refused: %s', (message, read, texts) => {
  for (const text of texts) expect(() => read(text)).toThrow(message);
});
