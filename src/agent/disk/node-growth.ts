export interface SizeReading {
  at: number;
  bytes: number;
}

const windowMs = 3_600_000;
const spacingMs = 60_000;
/** Too short a time does not allow an estimate per day. */
const minSpanMs = 10 * 60_000;
const dayMs = 24 * 3_600_000;

/** Adds a reading, and keeps about one a minute of the last hour and the newest. */
export function addSize(history: readonly SizeReading[], reading: SizeReading): readonly SizeReading[] {
  const recent = history.filter(({ at }) => reading.at - at <= windowMs);
  const [before, last] = recent.slice(-2);
  const isClose = before !== undefined && last !== undefined && last.at - before.at < spacingMs;
  return [...(isClose ? recent.slice(0, -1) : recent), reading];
}

/** Growth of the data in bytes within the last hour. Pruning shrinks it, which does not count. */
export const grownBytes = (history: readonly SizeReading[]): number =>
  Math.max(0, (history.at(-1)?.bytes ?? 0) - (history[0]?.bytes ?? 0));

/** Growth in bytes per day at the rate of the last hour; null with less than ten minutes of readings. */
export function growthPerDay(history: readonly SizeReading[]): number | null {
  const spanMs = (history.at(-1)?.at ?? 0) - (history[0]?.at ?? 0);
  return spanMs < minSpanMs ? null : Math.round((grownBytes(history) / spanMs) * dayMs);
}
