import { expect, test } from 'vitest';
import { fitText } from '../../src/text/fit-text.ts';

test.each([
  ['what fits is left as it is', 'no space left', 13, 'no space left'],
  ['what is longer is cut', 'no space left', 12, 'no space le…'],
  ['a character of two halves is never cut in two', `a${'💥'.repeat(9)}`, 5, 'a💥…'],
  ['half a character that was there before is replaced', 'a\ud800b', 9, 'a\ufffdb'],
  ['U+0000 is replaced', 'a\0b', 9, 'a\ufffdb'],
])('%s', (_name, words, most, fitting) => {
  expect(fitText(words, most)).toBe(fitting);
});

test('2000 characters are the usual bound', () => {
  expect(fitText('x'.repeat(9000))).toBe(`${'x'.repeat(1999)}…`);
});
