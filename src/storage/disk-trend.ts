export interface DiskReading {
  at: number;
  /** Free space, in one unit for all readings of a disk. */
  free: number;
}

const hourMs = 3_600_000;
const maxReadings = 72;
/** A shorter time does not allow a forecast of days. */
const minSpanMs = 6 * hourMs;

/** Adds a reading, at most one an hour, and forgets those older than three days. May return `history` itself. */
export function addReading(history: readonly DiskReading[], reading: DiskReading): readonly DiskReading[] {
  const last = history.at(-1);
  if (last !== undefined && reading.at - last.at < hourMs) return history;
  return [...history.filter(({ at }) => at < reading.at), reading].slice(-maxReadings);
}

/** The shrinking of the free space a day, the slower of the long and the recent rate; undefined if unknown. */
export function fillRate(history: readonly DiskReading[], now: DiskReading): number | undefined {
  const [first] = history;
  const recent = history.findLast(({ at }) => now.at - at >= minSpanMs);
  if (first === undefined || recent === undefined) return undefined;
  return Math.min(ratePerMs(first, now), ratePerMs(recent, now)) * 24 * hourMs;
}

/** Returns the days until the disk is full at this rate; undefined if usage does not grow, or too little is known. */
export function daysUntilFull(history: readonly DiskReading[], now: DiskReading): number | undefined {
  const perDay = fillRate(history, now);
  return perDay !== undefined && perDay > 0 ? now.free / perDay : undefined;
}

const ratePerMs = (from: DiskReading, to: DiskReading): number => (from.free - to.free) / (to.at - from.at);
