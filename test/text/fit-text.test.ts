import { expect, test } from 'vitest';
import { fitText } from '../../src/text/fit-text.ts';

test.each([
  ['that fits is left as it is', 'no space left', 13, 'no space left'],
  ['that is longer is cut', 'no space left', 12, 'no space le…'],
  ['is never cut within a character of two halves', `a${'💥'.repeat(9)}`, 5, 'a💥…'],
  ['has half a character replaced', 'a\ud800b', 9, 'a\ufffdb'],
  ['has U+0000 replaced', 'a\0b', 9, 'a\ufffdb'],
])('a text %s', (_what, text, maxLength, fitting) => {
  expect(fitText(text, maxLength)).toBe(fitting);
});

test('a text is cut at 2000 characters by default', () => {
  expect(fitText('x'.repeat(9000))).toBe(`${'x'.repeat(1999)}…`);
});
