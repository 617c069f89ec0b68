import type { AgentSettings } from '../settings/settings.ts';

export interface DiskMarks {
  /** With less free, daemons are stopped. 0: never. */
  stopBelowMiB: number;
  startAboveMiB: number;
}

/** A daemon that ends writes out its caches, and others go on writing meanwhile: that needs GiB, also on a small disk. */
const defaultStopMiB = { atLeast: 2048, atMost: 20_480, share: 0.01 };

/** The marks of a disk of this size: those that the operator set, else the default. */
export function diskMarks(
  { diskStopBelowMiB, diskStartAboveMiB }: Pick<AgentSettings, 'diskStopBelowMiB' | 'diskStartAboveMiB'>,
  totalMiB: number,
): DiskMarks {
  const { atLeast, atMost, share } = defaultStopMiB;
  const stopBelowMiB = diskStopBelowMiB ?? Math.min(atMost, Math.max(atLeast, Math.ceil(totalMiB * share)));
  // Below the mark at which they are stopped, they would be stopped again at once.
  return { stopBelowMiB, startAboveMiB: Math.max(stopBelowMiB, diskStartAboveMiB ?? 2 * stopBelowMiB) };
}
