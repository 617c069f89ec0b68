import { expect, test } from 'vitest';
import { shorten } from '../../src/text/shorten.ts';

test.each([
  ['abcdefghij', 10, 'abcdefghij'],
  ['abcdefghijk', 9, 'abcd…hijk'],
  ['abc🧱🧱🧱def', 9, 'abc\ufffd…\ufffddef'],
])('the text %j is shortened to %d units', (text, length, shortened) => {
  expect(shorten(text, length)).toBe(shortened);
});
