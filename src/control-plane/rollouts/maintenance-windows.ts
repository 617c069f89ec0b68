import { minutesOf } from '../../contract/maintenance-text.ts';
import { wallClock } from '../../contract/time-zones.ts';
import type { MaintenanceWindow, Weekday } from '../../contract/types.generated.ts';

/** Weekly windows in the wall-clock time of one time zone. */
export interface WeeklyWindows {
  timeZone: string;
  windows: readonly MaintenanceWindow[];
}

/** As `Date.getUTCDay` counts them. */
const weekdays: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const minuteMs = 60_000;
const dayMinutes = 1440;
/** A window that the clocks skip in one week opens in the next one. */
const searchedDays = 16;

/** Whether a window is open when the clocks show `wall`. One that ends before its start ends on the next day. */
function isWithin({ days, ...window }: MaintenanceWindow, wall: number): boolean {
  const [from, to] = [minutesOf(window.from) ?? 0, minutesOf(window.to) ?? 0];
  const isOn = (day: number) => days.some((each) => each === weekdays[(day + 4) % 7]);
  const day = Math.floor(wall / dayMinutes);
  const minute = wall - day * dayMinutes;
  if (from < to) return isOn(day) && minute >= from && minute < to;
  return (isOn(day) && minute >= from) || (isOn(day - 1) && minute < to);
}

export interface WindowState {
  isOpen: boolean;
  /** When that changes; null if it does not within two weeks. */
  until: Date | null;
}

/**
 * Returns whether all the weekly windows are open, and until when. The clocks on the wall decide: a window that they skip
 * when daylight saving starts does not open on that day, and the part that they repeat when it ends is open twice.
 */
export function windowState(all: readonly WeeklyWindows[], now: Date): WindowState {
  const zones = all.map(({ timeZone, windows }) => ({ clock: wallClock(timeZone), windows }));
  const isOpenAt = (at: Date) =>
    zones.every(({ clock, windows }) => {
      const wall = clock(at);
      return windows.some((window) => isWithin(window, wall));
    });
  const isOpen = isOpenAt(now);
  const changes = zones.flatMap(({ clock, windows }) => possibleChanges(clock, windows, now));
  const sorted = changes.filter((at) => at > now.getTime()).toSorted((a, b) => a - b);
  const until = sorted.find((at) => isOpenAt(new Date(at)) !== isOpen);
  return { isOpen, until: until === undefined ? null : new Date(until) };
}

/** Returns every moment of the next days at which a window may open or close: its times, and changes of the clocks. */
function possibleChanges(clock: (at: Date) => number, windows: readonly MaintenanceWindow[], now: Date): number[] {
  const times = new Set(windows.flatMap(({ from, to }) => [minutesOf(from) ?? 0, minutesOf(to) ?? 0]));
  const offsetAt = (minute: number) => clock(new Date(minute * minuteMs)) - minute;
  const first = Math.floor(now.getTime() / minuteMs);
  const found: number[] = [];
  for (let day = -1; day < searchedDays; day++) {
    const [begin, end] = [first + day * dayMinutes, first + (day + 1) * dayMinutes];
    const offsets = [offsetAt(begin), offsetAt(end)] as const;
    if (offsets[0] !== offsets[1]) found.push(clockChange(offsetAt, begin, end));
    const wallDay = Math.floor((begin + offsets[0]) / dayMinutes) * dayMinutes;
    for (const time of times) for (const offset of offsets) found.push(wallDay + time - offset);
  }
  return found.map((minute) => minute * minuteMs);
}

/** Returns the first minute with the offset of `end`. */
function clockChange(offsetAt: (minute: number) => number, begin: number, end: number): number {
  const after = offsetAt(end);
  let [before, first] = [begin, end];
  while (first - before > 1) {
    const middle = Math.floor((before + first) / 2);
    if (offsetAt(middle) === after) first = middle;
    else before = middle;
  }
  return first;
}
