import type { EventLevel } from '../../../../contract/types.generated.ts';

export interface ChartEvent {
  id: string;
  /** An ISO time. */
  at: string;
  level: EventLevel;
  message: string;
}

/** Events so close to each other that they share a mark below a chart. */
export interface EventMark {
  /** CSS pixels from the left end of the axis. */
  left: number;
  right: number;
  /** The worst of its events. */
  level: 'warning' | 'error';
  events: ChartEvent[];
}

/** CSS pixels between two marks. */
const gap = 6;

/** Returns the marks of the warnings and errors among some events. `leftOf` places an instant, in milliseconds since 1970, on the axis. */
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

/** Returns the events of the marks that are within reach of a position on the axis. */
export const eventsNear = (marks: readonly EventMark[], left: number): ChartEvent[] =>
  marks.filter((mark) => left >= mark.left - gap && left <= mark.right + gap).flatMap(({ events }) => events);
