import type { DiskMarks } from './disk-marks.ts';

const size = (mib: number): string => (mib < 1024 ? `${Math.floor(mib)} MiB` : `${(mib / 1024).toFixed(1)} GiB`);

/** Says for people why the daemons of a disk are stopped, and when they start again. Pure. */
export const whyStopped = (path: string, freeMiB: number, { stopBelowMiB, startAboveMiB }: DiskMarks): string =>
  `the disk of ${path} has ${size(freeMiB)} free, less than the ${size(stopBelowMiB)} at which daemons are stopped before it is full; make room there, and the daemon starts again by itself once ${size(startAboveMiB)} are free`;
