import { formatGiB, formatMiB, formatNumber } from '../display/amounts.ts';
import type { RoomLeftFragment } from './operations.generated.ts';

/** Says what a further node may ask for on an executor; `?` for what its host cannot measure. Pure. */
export const roomText = ({ cpuCores, memoryMiB, diskGiB }: RoomLeftFragment): string =>
  [
    `${shown(cpuCores.available, (cores) => formatNumber(cores, 1))} cores`,
    `${shown(memoryMiB.available, formatMiB)} memory`,
    `${shown(diskGiB.available, formatGiB)} disk`,
  ].join(', ');

const shown = (available: number | null | undefined, format: (amount: number) => string): string =>
  available == null ? '?' : format(available);
