export type KeyState = 'valid' | 'ends soon' | 'ended' | 'revoked';

const soonMs = 7 * 86_400_000;

export function keyState(key: { expiresAt?: string | null; revokedAt?: string | null }, nowMs: number): KeyState {
  if (key.revokedAt != null) return 'revoked';
  if (key.expiresAt == null) return 'valid';
  const leftMs = Date.parse(key.expiresAt) - nowMs;
  return leftMs <= 0 ? 'ended' : leftMs <= soonMs ? 'ends soon' : 'valid';
}

export const isOpen = (state: KeyState): boolean => state === 'valid' || state === 'ends soon';
