import { expect, test } from 'vitest';
import { counted } from '../../src/text/counted.ts';
import { errorMessage } from '../../src/text/error-message.ts';
import { parseExactJson } from '../../src/text/exact-json.ts';
import { fitText } from '../../src/text/fit-text.ts';
import { jsonOrNull } from '../../src/text/json-or-null.ts';
import { nearestOf } from '../../src/text/nearest.ts';
import { printable } from '../../src/text/printable.ts';
import { shorten } from '../../src/text/shorten.ts';
import { isStorable, isStorableJson, storable, storableJson } from '../../src/text/storable.ts';

test('a count is followed by its noun, with an s except for exactly one', () => {
  expect([0, 1, 1.5, 2].map((count) => counted(count, 'core'))).toEqual(['0 cores', '1 core', '1.5 cores', '2 cores']);
  expect(counted(2000, 'line', '2,000')).toBe('2,000 lines');
  expect([new TypeError('no'), 'no', undefined].map(errorMessage)).toEqual(['no', 'no', 'undefined']);
});

test('keeps numbers as written, and otherwise reads and refuses what JSON.parse does', () => {
  const exact =
    '{"timeout":9223372036854775807,"small":-18446744073709551615,"list":[9007199254740993],"fee":0.00000001,"paid":1.50000000}';
  expect(JSON.stringify(parseExactJson(exact))).toBe(exact);
  const text = '{"a":1,"b":-0.5,"c":1e+21,"d":"9223372036854775807","e":null,"f":[true,9007199254740991]}';
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
  expect(() => parseExactJson('<html>')).toThrow(SyntaxError);
  expect(['{"a":[1]}', '"text"', '<html></html>', '{"a":'].map(jsonOrNull)).toEqual([{ a: [1] }, 'text', null, null]);
});

test.each([
  ['that fits is left as it is', 'no space left', 13, 'no space left'],
  ['that is longer is cut', 'no space left', 12, 'no space le…'],
  ['is never cut within a character of two halves', `a${'💥'.repeat(9)}`, 5, 'a💥…'],
  ['has half a character replaced', 'a\ud800b', 9, 'a\ufffdb'],
  ['has U+0000 replaced', 'a\0b', 9, 'a\ufffdb'],
  ['is cut at 2000 characters by default', 'x'.repeat(9000), undefined, `${'x'.repeat(1999)}…`],
])('a text %s', (_what, text, maxLength, fitting) => {
  expect(fitText(text, maxLength)).toBe(fitting);
});

test.each([
  ['abcdefghij', 10, 'abcdefghij'],
  ['abcdefghijk', 9, 'abcd…hijk'],
  ['abc🧱🧱🧱def', 9, 'abc\ufffd…\ufffddef'],
])('the text %j is shortened to %d units', (text, length, shortened) => {
  expect(shorten(text, length)).toBe(shortened);
});

test.each([
  ['dbcache dbcahe dbbcache dbcachee dcbache', 'dbcache'],
  ['maxconections', 'maxconnections'],
  ['pxr', 'par'],
  ['pxx dbc something ', undefined],
])('the word nearest to each of «%s» is %s', (words, known) => {
  const nearest = nearestOf(['dbcache', 'maxconnections', 'txindex', 'prune', 'par', 'rpcthreads', 'maxmempool']);
  for (const word of words.split(' ')) expect([word, nearest(word)]).toEqual([word, known]);
});

test('the nearest of several near words is found', () => {
  expect(nearestOf(['bind_address', 'bind_addresses'])('bind_addresse')).toBe('bind_address');
  expect(nearestOf(['abcdefgh', 'abcdefxy'])('abcdefgx')).toBe('abcdefgh');
});

test.each([
  ['a line break', 'a\r\nb', 'a b'],
  ['a terminal’s escape sequence', 'a\u001b[2Jb', 'a [2Jb'],
  ['a C1 control character', 'a\u009bb', 'a b'],
  ['text that turns its direction', 'a\u202etxt.exe\u2066b', 'a txt.exe b'],
  ['a line separator', 'a\u2028b', 'a b'],
  ['characters that nobody sees', 'a\u200bb\u2060c\ufeffd', 'a b c d'],
  ['letters of other scripts', 'Knoten ü 🧱', 'Knoten ü 🧱'],
])('%s is printed without control characters', (_what, text, printed) => {
  expect(printable(text)).toBe(printed);
});

test.each([
  ['plain text', 'no space left', true],
  ['a character of two halves', '🧱', true],
  ['U+0000', 'a\0b', false],
  ['a first half', 'a\ud83d', false],
  ['a second half', '\udc00a', false],
])('finds that a text, its JSON and its replacement agree on whether to store %s', (_what, text, can) => {
  expect(isStorable(text)).toBe(can);
  expect(isStorableJson(JSON.stringify({ text }))).toBe(can);
  expect(storable(text) === text).toBe(can);
  expect(isStorable(storable(text))).toBe(true);
  expect(isStorableJson(storableJson({ text }))).toBe(true);
});

test.each([
  ['an escape that is written out', '\\u0000'],
  ['a backslash before an escape that is written out', '\\\\ud800'],
  ['other control characters', '\u0001\u001f'],
])('%s can be stored as JSON', (_what, text) => {
  expect(isStorableJson(JSON.stringify(text))).toBe(true);
  expect(storableJson(text)).toBe(JSON.stringify(text));
});

test('finds unstorable characters behind a backslash, and replaces them in JSON', () => {
  expect(isStorableJson(JSON.stringify('\\\0'))).toBe(false);
  expect(JSON.parse(storableJson({ a: ['x\0', { b: '\ud800y' }], c: 1 }))).toEqual({
    a: ['x\ufffd', { b: '\ufffdy' }],
    c: 1,
  });
});
