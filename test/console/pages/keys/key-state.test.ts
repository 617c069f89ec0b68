import { expect, test } from 'vitest';
import { isOpen, keyState } from '../../../../src/console/pages/keys/key-life.ts';

const now = Date.parse('2026-05-01T00:00:00Z');

test.each([
  ['without an end', {}, 'valid', true],
  ['with an end in a year', { expiresAt: '2027-05-01T00:00:00Z' }, 'valid', true],
  ['with an end in a week', { expiresAt: '2026-05-08T00:00:00Z' }, 'expires soon', true],
  ['with an end that has come', { expiresAt: '2026-05-01T00:00:00Z' }, 'expired', false],
  [
    'revoked before its end',
    { expiresAt: '2027-05-01T00:00:00Z', revokedAt: '2026-04-01T00:00:00Z' },
    'revoked',
    false,
  ],
])('says what a key is worth: %s', (_what, key, state, open) => {
  expect(keyState(key, now)).toBe(state);
  expect(isOpen(keyState(key, now))).toBe(open);
});
