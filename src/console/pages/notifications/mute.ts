import type { NodeOverride } from './settings.ts';

/** For how long the incidents of a node are not notified. */
export type Mute = 'no' | 'hour' | 'day' | 'week' | 'ever' | 'as-is';

export const mutes: readonly { value: Mute; label: string }[] = [
  { value: 'no', label: 'as those of other nodes' },
  { value: 'as-is', label: 'none, for as long as it is muted already' },
  { value: 'hour', label: 'none for an hour' },
  { value: 'day', label: 'none for a day' },
  { value: 'week', label: 'none for a week' },
  { value: 'ever', label: 'none until this is changed' },
];

const hours = { hour: 1, day: 24, week: 168 } as const;

/** Returns the choice that a node has. Pure. */
export const muteOf = (override: Pick<NodeOverride, 'muted' | 'mutedUntil'> | null): Mute =>
  !override?.muted ? 'no' : override.mutedUntil == null ? 'ever' : 'as-is';

/** Returns when a mute ends, as an ISO time; null where it does not, or there is none. Pure. */
export function mutedUntil(mute: Mute, former: Pick<NodeOverride, 'mutedUntil'> | null, nowMs: number): string | null {
  if (mute === 'no' || mute === 'ever') return null;
  if (mute === 'as-is') return former?.mutedUntil ?? null;
  return new Date(nowMs + hours[mute] * 3_600_000).toISOString();
}
