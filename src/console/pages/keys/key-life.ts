import type { ApiKeyPurpose } from '../../../contract/types.generated.ts';

export const purposeWords: Readonly<Record<ApiKeyPurpose, string>> = {
  executor: 'host agent',
  personal: 'personal',
};

type KeyState = 'valid' | 'expires soon' | 'expired' | 'revoked';

const soonMs = 7 * 86_400_000;

export function keyState(key: { expiresAt?: string | null; revokedAt?: string | null }, nowMs: number): KeyState {
  if (key.revokedAt != null) return 'revoked';
  if (key.expiresAt == null) return 'valid';
  const leftMs = Date.parse(key.expiresAt) - nowMs;
  return leftMs <= 0 ? 'expired' : leftMs <= soonMs ? 'expires soon' : 'valid';
}

export const isOpen = (state: KeyState): boolean => state === 'valid' || state === 'expires soon';

export const lives = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
];

/** Returns the lifetime of a key, given in days; null for a key that never expires. */
export const secondsOf = (days: string): number | null => (days === '' ? null : Number(days) * 86_400);
