import type { ApiKeyPurpose } from '../../../contract/types.generated.ts';

export const purposeWords: Readonly<Record<ApiKeyPurpose, string>> = {
  executor: 'an executor’s agent',
  personal: 'a person’s scripts',
};

export type KeyState = 'valid' | 'ends soon' | 'ended' | 'revoked';

const soonMs = 7 * 86_400_000;

export function keyState(key: { expiresAt?: string | null; revokedAt?: string | null }, nowMs: number): KeyState {
  if (key.revokedAt != null) return 'revoked';
  if (key.expiresAt == null) return 'valid';
  const leftMs = Date.parse(key.expiresAt) - nowMs;
  return leftMs <= 0 ? 'ended' : leftMs <= soonMs ? 'ends soon' : 'valid';
}

export const isOpen = (state: KeyState): boolean => state === 'valid' || state === 'ends soon';

export const lives = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
  { value: '', label: 'without an end' },
];

/** Returns when a key ends that lives so many days from now on; nothing for one without an end. */
export const endOf = (days: string, nowMs: number): { expiresAt?: string } =>
  days === '' ? {} : { expiresAt: new Date(nowMs + Number(days) * 86_400_000).toISOString() };
