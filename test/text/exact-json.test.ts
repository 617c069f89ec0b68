import { expect, test } from 'vitest';
import { parseExactJson } from '../../src/text/exact-json.ts';

test('a number is written as it was read', () => {
  const text =
    '{"timeout":9223372036854775807,"small":-18446744073709551615,"list":[9007199254740993],"fee":0.00000001,"paid":1.50000000}';
  expect(JSON.stringify(parseExactJson(text))).toBe(text);
});

test('every other value is what JSON.parse makes of it', () => {
  const text = '{"a":1,"b":-0.5,"c":1e+21,"d":"9223372036854775807","e":null,"f":[true,9007199254740991]}';
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
});

test('what is no JSON is refused', () => {
  expect(() => parseExactJson('<html>')).toThrow(SyntaxError);
});
