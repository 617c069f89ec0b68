export interface DiskReading {
  at: number;
  freeMiB: number;
}

const hourMs = 3_600_000;
const maxReadings = 72;
/** A shorter time says nothing of the days to come. */
const minSpanMs = 6 * hourMs;

/** Adds a reading, at most one an hour, and forgets those of more than three days; `history` itself when there is nothing to add. */
export function addReading(history: readonly DiskReading[], reading: DiskReading): readonly DiskReading[] {
  const last = history.at(-1);
  if (last !== undefined && reading.at - last.at < hourMs) return history;
  return [...history.filter(({ at }) => at < reading.at), reading].slice(-maxReadings);
}

/** MiB a day by which the free room shrinks; undefined when unknown. Takes the slower of the long and the recent rate: a burst that ended does not count. */
export function fillRate(history: readonly DiskReading[], now: DiskReading): number | undefined {
  const [first] = history;
  const recent = history.findLast(({ at }) => now.at - at >= minSpanMs);
  if (first === undefined || recent === undefined) return undefined;
  return Math.min(ratePerMs(first, now), ratePerMs(recent, now)) * 24 * hourMs;
}

/** Returns in how many days the disk is full when it goes on like this; undefined when it does not get fuller, or when not enough is known. */
export function daysUntilFull(history: readonly DiskReading[], now: DiskReading): number | undefined {
  const perDay = fillRate(history, now);
  return perDay !== undefined && perDay > 0 ? now.freeMiB / perDay : undefined;
}

const ratePerMs = (from: DiskReading, to: DiskReading): number => (from.freeMiB - to.freeMiB) / (to.at - from.at);
