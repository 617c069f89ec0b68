export interface SizeReading {
  at: number;
  bytes: number;
}

const windowMs = 3_600_000;
const spacingMs = 60_000;
/** A shorter time says nothing of a day. */
const minSpanMs = 10 * 60_000;
const dayMs = 24 * 3_600_000;

/** Adds a reading: those of the last hour are kept, about one a minute, and the newest. */
export function addSize(history: readonly SizeReading[], reading: SizeReading): readonly SizeReading[] {
  const recent = history.filter(({ at }) => reading.at - at <= windowMs);
  const [before, last] = recent.slice(-2);
  const isClose = before !== undefined && last !== undefined && last.at - before.at < spacingMs;
  return [...(isClose ? recent.slice(0, -1) : recent), reading];
}

/** By how many bytes the data grew within what is known of the last hour. Pruning makes it smaller, which is no growth. */
export const grownBytes = (history: readonly SizeReading[]): number =>
  Math.max(0, (history.at(-1)?.bytes ?? 0) - (history[0]?.bytes ?? 0));

/** The growth in bytes a day at the rate of the last hour; null while less than ten minutes are known. */
export function growthPerDay(history: readonly SizeReading[]): number | null {
  const spanMs = (history.at(-1)?.at ?? 0) - (history[0]?.at ?? 0);
  return spanMs < minSpanMs ? null : Math.round((grownBytes(history) / spanMs) * dayMs);
}
