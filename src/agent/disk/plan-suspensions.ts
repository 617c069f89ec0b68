import type { AgentSettings } from '../settings/settings.ts';

/** A node that should run, with its data on this disk. */
export interface DiskUser {
  id: string;
  /** Whether its daemon may write to the disk. */
  isUp: boolean;
  /** Whether it is stopped, or being stopped, because of the disk. */
  isSuspended: boolean;
  /** Growth of its data within the last hour, as far as known. */
  grownBytes: number;
}

const nothing = { suspend: [] as string[], resume: [] as string[] };

/**
 * Decides which daemons of a disk to stop before it is full, and which to start again: one at a time, the fastest
 * growing first. Below half of `stopBelowMiB`, all at once.
 */
export function planSuspensions(
  freeMiB: number,
  { stopBelowMiB, startAboveMiB }: DiskMarks,
  users: readonly DiskUser[],
) {
  const byGrowth = users.toSorted((a, b) => b.grownBytes - a.grownBytes || (a.id < b.id ? -1 : 1));
  const suspended = byGrowth.filter(({ isSuspended }) => isSuspended);
  if (freeMiB >= startAboveMiB || stopBelowMiB === 0) return { ...nothing, resume: idsOf(suspended.slice(-1)) };
  if (freeMiB >= stopBelowMiB) return nothing;
  const others = byGrowth.filter(({ isSuspended }) => !isSuspended);
  if (freeMiB < stopBelowMiB / 2) return { ...nothing, suspend: idsOf(others) };
  const isStopping = suspended.some(({ isUp }) => isUp);
  const next = isStopping ? [] : others.filter(({ isUp }) => isUp).slice(0, 1);
  return { ...nothing, suspend: idsOf([...others.filter(({ isUp }) => !isUp), ...next]) };
}

const idsOf = (users: readonly DiskUser[]): string[] => users.map(({ id }) => id);

export interface DiskMarks {
  /** Below this, daemons are stopped. 0: never. */
  stopBelowMiB: number;
  startAboveMiB: number;
}

/** A stopping daemon flushes its caches while others keep writing: that takes GiB, also on a small disk. */
const defaultStopMiB = { atLeast: 2048, atMost: 20_480, share: 0.01 };

/** The thresholds of a disk of this size: the operator's settings, else the defaults. */
export function diskMarks(
  { diskStopBelowMiB, diskStartAboveMiB }: Pick<AgentSettings, 'diskStopBelowMiB' | 'diskStartAboveMiB'>,
  totalMiB: number,
): DiskMarks {
  const { atLeast, atMost, share } = defaultStopMiB;
  const stopBelowMiB = diskStopBelowMiB ?? Math.min(atMost, Math.max(atLeast, Math.ceil(totalMiB * share)));
  // Below the stop threshold, they would be stopped again at once.
  return { stopBelowMiB, startAboveMiB: Math.max(stopBelowMiB, diskStartAboveMiB ?? 2 * stopBelowMiB) };
}
