import { localTime } from './time-zones.ts';
import type { MaintenanceSchedule, MaintenanceWindow, Weekday } from './types.generated.ts';

const shortDays: Readonly<Record<string, Weekday>> = {
  ...{ mon: 'monday', tue: 'tuesday', wed: 'wednesday', thu: 'thursday', fri: 'friday', sat: 'saturday' },
  sun: 'sunday',
};
const inOrder = Object.values(shortDays);

/** The days of a week by their short names, such as `Mon`, from Monday. */
export const weekdays: readonly { day: Weekday; name: string }[] = inOrder.map((day) => ({
  day,
  name: `${day[0]?.toUpperCase()}${day.slice(1, 3)}`,
}));

const dayMinutes = 1440;

/** Returns the minutes of a time such as 02:30, up to 24:00; null for another text. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (hours === undefined || Number(minutes) > 59) return null;
  const total = Number(hours) * 60 + Number(minutes);
  return total <= dayMinutes ? total : null;
}

/** Returns what is wrong with the times of a window, by field; empty if nothing is. */
export function timeFaults({ from, to }: Pick<MaintenanceWindow, 'from' | 'to'>): { from?: string; to?: string } {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return {
    ...(start === null || start === dayMinutes ? { from: 'must be a time from 00:00 to 23:59' } : {}),
    ...(end === null
      ? { to: 'must be a time from 00:00 to 24:00' }
      : start === end
        ? { to: 'must not equal the start; a whole day is 00:00 to 24:00' }
        : {}),
  };
}

const dayNamed = (name: string): Weekday | undefined =>
  Object.hasOwn(shortDays, name) ? shortDays[name] : inOrder.find((day) => day === name);

export interface WindowText {
  window: MaintenanceWindow;
  /** Null for the time zone of the other windows. */
  timeZone: string | null;
}

/** Reads a window such as `Sat,Sun 02:00-05:00 Europe/Berlin` or `Mon-Fri 23:00-01:30`; null for another text. */
export function readWindow(text: string): WindowText | null {
  const [, names = '', from, to, timeZone = null] =
    /^([A-Za-z,-]+|\*)\s+(\d\d:\d\d)-(\d\d:\d\d)(?:\s+(\S{1,64}))?$/.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined) return null;
  const days = readDays(names);
  if (days === null || Object.keys(timeFaults({ from, to })).length > 0) return null;
  return { window: { days, from, to }, timeZone };
}

function readDays(text: string): Weekday[] | null {
  if (text === '*' || text.toLowerCase() === 'daily') return [...inOrder];
  const found = new Set<Weekday>();
  for (const part of text.toLowerCase().split(',')) {
    const [first, last, ...others] = part.split('-').map((name) => dayNamed(name));
    const isRange = part.includes('-');
    if (first === undefined || others.length > 0 || (isRange && last === undefined)) return null;
    const from = inOrder.indexOf(first);
    const length = isRange && last !== undefined ? (inOrder.indexOf(last) - from + 7) % 7 : 0;
    for (let day = 0; day <= length; day++) found.add(inOrder[(from + day) % 7] ?? first);
  }
  return inOrder.filter((day) => found.has(day));
}

/** Returns a window as `readWindow` reads it, such as `Sat,Sun 02:00-05:00`. */
export function windowText({ days, from, to }: MaintenanceWindow): string {
  const names = weekdays.filter(({ day }) => days.includes(day)).map(({ name }) => name);
  return `${names.length === 7 ? 'daily' : names.join(',')} ${from}-${to}`;
}

/** Returns windows with their time zone, such as `Sat,Sun 02:00-05:00, Wed 03:00-04:00 Europe/Berlin`. */
export const windowsText = ({
  timeZone,
  windows,
}: {
  timeZone: string;
  windows: readonly MaintenanceWindow[];
}): string => `${windows.map(windowText).join(', ')} ${timeZone}`;

/** Says until when a schedule is open, or when it opens next, by the clocks of its time zone. */
export function nextWindowText({
  isOpen,
  changesAt,
  windows: { timeZone },
}: Pick<MaintenanceSchedule, 'isOpen'> & {
  changesAt?: string | null | undefined;
  windows: Pick<MaintenanceSchedule['windows'], 'timeZone'>;
}): string {
  if (changesAt == null) return isOpen ? 'always open' : 'does not open within two weeks';
  return `${isOpen ? 'open until' : 'opens'} ${localTime(new Date(changesAt), timeZone)}`;
}
