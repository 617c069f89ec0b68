import { expect, test } from 'vitest';
import { csvHead, csvLine } from '../../src/text/csv.ts';

const columns = [{ title: 'value', value: ({ value }: { value: unknown }) => value }];

test.each([
  ['a text', 'plain', 'plain'],
  ['a number', -5, '-5'],
  ['null', null, ''],
  ['an object', { a: [1] }, '"{""a"":[1]}"'],
  ['a comma and a quote', 'a,"b"', '"a,""b"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['a formula', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['a formula that begins with an at sign', '@SUM(1)', "'@SUM(1)"],
  ['characters that control a terminal', '\u001b[31mred\u202e', ' [31mred '],
])('a cell of CSV has %s', (_what, value, expected) => {
  expect(csvLine(columns, { value })).toBe(`${expected}\r\n`);
});

test('the first line has the titles', () => {
  expect(csvHead([...columns, { title: 'a, b', value: () => null }])).toBe('value,"a, b"\r\n');
});
