const minuteMs = 60_000;

/** Whether the runtime knows the time zone, such as Europe/Berlin. */
export function isTimeZone(timeZone: string): boolean {
  // Offsets such as +02:00 know no daylight saving.
  if (!/^[A-Za-z]/.test(timeZone)) return false;
  try {
    wallClock(timeZone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns minutes since 1970 as the clocks on the wall of a time zone show them. Throws RangeError for an unknown zone. */
export function wallClock(timeZone: string): (at: Date) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) / minuteMs;
  };
}

/** Returns a moment as the clocks of a time zone show it, such as `Sat 2026-12-05 02:00 (Europe/Berlin)`. */
export function localTime(at: Date, timeZone: string): string {
  const wall = new Date(wallClock(timeZone)(at) * minuteMs);
  const day = wall.toUTCString().slice(0, 3);
  return `${day} ${wall.toISOString().slice(0, 10)} ${wall.toISOString().slice(11, 16)} (${timeZone})`;
}
