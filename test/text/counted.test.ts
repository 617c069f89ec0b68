import { expect, test } from 'vitest';
import { counted } from '../../src/text/counted.ts';

test('a count is followed by its noun, which has an s but for exactly one', () => {
  expect([0, 1, 1.5, 2].map((count) => counted(count, 'core'))).toEqual(['0 cores', '1 core', '1.5 cores', '2 cores']);
  expect(counted(2000, 'line', '2,000')).toBe('2,000 lines');
});
