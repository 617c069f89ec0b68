import { decimalsFor, formatBytes } from '../../../display/format.ts';
import { type Point, summaryOf } from '../../metrics/points.ts';

export const bytesOfGiB = 1024 ** 3;
const ticks = 5;

/** Returns a format with one unit for all of the axis, and decimals that distinguish the labels of a slowly growing disk. */
export function diskFormat(points: readonly Point[], limitGiB: number): (gib: number) => string {
  const lines = ['disk', 'forecast'].map((key) => summaryOf(points, key)).filter((each) => each !== null);
  const max = Math.max(0, ...lines.map((each) => each.max));
  const min = Math.min(max, ...lines.map((each) => each.min));
  const topGiB = Math.max(max, limitGiB);
  const decimals = decimalsFor(topGiB * bytesOfGiB, ((topGiB - min) * bytesOfGiB) / ticks);
  return (gib) => formatBytes(gib * bytesOfGiB, decimals, topGiB * bytesOfGiB);
}
