import { expect, test } from 'vitest';
import { canRead, whyUnreadable } from '../../src/bitcoin/data-format.ts';

test.each([
  // Created with, obfuscated according to its files, opened with, readable.
  ['27.0', null, '27.0', true],
  ['27.0', null, '28.1', true],
  ['27.0', false, '27.0', true],
  ['27.0', true, '27.0', false],
  ['28.0', null, '28.1', true],
  ['28.1', null, '28.0', true],
  ['28.1', null, '27.0', false],
  ['28.1', true, '27.0', false],
  ['28.1', false, '27.0', true],
  ['28.1', true, '28.1', true],
  [null, null, '27.0', true],
  [null, true, '27.0', false],
  ['30.0', null, '27.2', false],
] as const)(
  'data begun with %s, obfuscated %s, opened with %s: readable %s',
  (begunWith, obfuscated, version, readable) => {
    expect(canRead({ begunWith, obfuscated }, version)).toBe(readable);
    expect(whyUnreadable({ begunWith, obfuscated }, version) === null).toBe(readable);
  },
);

test('the reason says that nothing is damaged, and does not ask for a reindex', () => {
  const reason = whyUnreadable({ begunWith: '28.1', obfuscated: true }, '27.0');
  expect(reason).toContain('created by 28.1');
  expect(reason).toContain('nothing is damaged');
  expect(reason).not.toContain('reindex');
});
