import { expect, test } from 'vitest';
import { isStorable, isStorableJson, storable, storableJson } from '../../src/text/storable.ts';

test.each([
  ['plain text', 'no space left', true],
  ['a character of two halves', '🧱', true],
  ['U+0000', 'a\0b', false],
  ['a first half', 'a\ud83d', false],
  ['a second half', '\udc00a', false],
])('whether %s can be stored is the same for a text, for its JSON and after replacement', (_what, text, can) => {
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

test('unstorable characters are found behind a backslash, and replaced wherever they stand in JSON', () => {
  expect(isStorableJson(JSON.stringify('\\\0'))).toBe(false);
  expect(JSON.parse(storableJson({ a: ['x\0', { b: '\ud800y' }], c: 1 }))).toEqual({
    a: ['x\ufffd', { b: '\ufffdy' }],
    c: 1,
  });
});
