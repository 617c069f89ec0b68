import type { DiskMarks } from './disk-marks.ts';

/** A node that shall run, with its data on the disk that is judged. */
export interface DiskUser {
  id: string;
  /** Whether its daemon may write to the disk. */
  isUp: boolean;
  /** Whether it is stopped because of the disk, or is being stopped. */
  isSuspended: boolean;
  /** By how much its data grew within the last hour, as far as that is known. */
  grownBytes: number;
}

export interface SuspensionPlan {
  /** Ids of nodes that must not run for now. */
  suspend: string[];
  /** Ids of nodes that may run again. */
  resume: string[];
}

const nothing: SuspensionPlan = { suspend: [], resume: [] };

/**
 * Decides which daemons of a disk are stopped before it is full, and which are started again. One after the other: the next follows when
 * that was not enough. The one whose data grew most goes first, and comes back last. Between the two marks all stays as it is. With less
 * than half of the lower mark, and for nodes that do not run yet, nothing is waited for. Pure.
 */
export function planSuspensions(
  freeMiB: number,
  { stopBelowMiB, startAboveMiB }: DiskMarks,
  users: readonly DiskUser[],
): SuspensionPlan {
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
