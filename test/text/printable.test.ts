import { expect, test } from 'vitest';
import { errorMessage } from '../../src/text/error-message.ts';
import { printable } from '../../src/text/printable.ts';

test.each([
  ['plain text', 'a node', 'a node'],
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

test.each<[string, unknown, string]>([
  ['an Error', new TypeError('no'), 'no'],
  ['a text', 'no', 'no'],
  ['nothing', undefined, 'undefined'],
])('the message of %s is its words', (_what, thrown, message) => {
  expect(errorMessage(thrown)).toBe(message);
});
