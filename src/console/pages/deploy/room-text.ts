import { counted } from '../../../text/counted.ts';
import { formatGiB, formatMiB, formatNumber } from '../../display/values/amounts.ts';
import type { RoomLeftFragment } from './operations.generated.ts';

/** Says what a further node may ask for on an executor; `?` for what its host cannot measure. Pure. */
export const roomText = ({ cpuCores, memoryMiB, diskGiB }: RoomLeftFragment): string =>
  [
    cpuCores.available == null ? '? cores' : counted(cpuCores.available, 'core', formatNumber(cpuCores.available, 1)),
    `${shown(memoryMiB.available, formatMiB)} memory`,
    `${shown(diskGiB.available, formatGiB)} disk`,
  ].join(', ');

const shown = (available: number | null | undefined, format: (amount: number) => string): string =>
  available == null ? '?' : format(available);
