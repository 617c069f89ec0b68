import type { MaintenanceWindow, Weekday } from './types.generated.ts';

const shortDays: Readonly<Record<string, Weekday>> = {
  ...{ mon: 'monday', tue: 'tuesday', wed: 'wednesday', thu: 'thursday', fri: 'friday', sat: 'saturday' },
  sun: 'sunday',
};
const inOrder = Object.values(shortDays);

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
  return days === null ? null : { window: { days, from, to }, timeZone };
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
  const names = inOrder.filter((day) => days.includes(day)).map((day) => `${day[0]?.toUpperCase()}${day.slice(1, 3)}`);
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
