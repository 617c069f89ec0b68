import type { EventLevel } from '../../../../contract/types.generated.ts';

export interface ChartEvent {
  id: string;
  at: string;
  level: EventLevel;
  message: string;
}

/** Nearby events that share a mark below a chart. */
interface EventMark {
  left: number;
  right: number;
  level: 'warning' | 'error';
  events: ChartEvent[];
}

const gap = 6;

/** Returns marks for warnings and errors. `leftOf` maps a time in milliseconds since 1970 to the axis. */
export function eventMarks(events: readonly ChartEvent[], leftOf: (ms: number) => number): EventMark[] {
  const marks: EventMark[] = [];
  const placed = events
    .flatMap((event) =>
      event.level === 'info' ? [] : [{ event, level: event.level, left: leftOf(Date.parse(event.at)) }],
    )
    .toSorted((one, other) => one.left - other.left);
  for (const { event, level, left } of placed) {
    const last = marks.at(-1);
    if (last === undefined || left - last.right > gap) marks.push({ left, right: left, level, events: [event] });
    else {
      last.right = left;
      last.events.push(event);
      if (level === 'error') last.level = level;
    }
  }
  return marks;
}

/** Returns the events of the marks near a position on the axis. */
export const eventsNear = (marks: readonly EventMark[], left: number): ChartEvent[] =>
  marks.filter((mark) => left >= mark.left - gap && left <= mark.right + gap).flatMap(({ events }) => events);

const dayMs = 86_400_000;

/**
 * Returns the labels of a time axis in local time: dates, or times of day for an axis of up to two days (`spanMs`), there with the date
 * below the first label of each day.
 */
export function tickLabels(instants: readonly number[], spanMs: number): string[] {
  const days = instants.map((at) => new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' }));
  if (spanMs > 2 * dayMs) return days;
  return instants.map((at, index) => {
    const time = new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
    return days[index] === days[index - 1] ? time : `${time}\n${days[index]}`;
  });
}
