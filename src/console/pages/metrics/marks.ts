import type { Event, EventLevel } from '../../../contract/types.generated.ts';

/** An event with a mark below the time axis. */
type ChartEvent = Pick<Event, 'id' | 'at' | 'level' | 'message'>;

export interface Mark<E extends ChartEvent> {
  /** That of its newest event. */
  id: string;
  /** Its place on the axis, from 0 to 1. */
  place: number;
  /** The worst of its events. */
  level: EventLevel;
  /** Newest first. */
  events: E[];
}

/** More marks could not be told apart. */
const places = 200;
const levels: readonly EventLevel[] = ['info', 'warning', 'error'];

/** Merges events, newest first, that are close on the time axis. Marks are oldest first. */
export function marksOf<E extends ChartEvent>(
  events: readonly E[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Mark<E>[] {
  const marks = new Map<number, Mark<E>>();
  for (const event of events) {
    const place = Math.round(((Date.parse(event.at) - fromMs) / (toMs - fromMs)) * places) / places;
    // The events of the previous time range, until those of this one are here.
    if (place < 0 || place > 1) continue;
    const mark = marks.get(place) ?? { id: event.id, place, level: 'info', events: [] };
    if (levels.indexOf(event.level) > levels.indexOf(mark.level)) mark.level = event.level;
    mark.events.push(event);
    marks.set(place, mark);
  }
  return [...marks.values()].toSorted((a, b) => a.place - b.place);
}

/** Returns the indexes of the values in runs too short for a visible line. */
export function shortRuns(values: ArrayLike<number | null | undefined>): number[] {
  const runs: number[][] = [[]];
  for (let index = 0; index < values.length; index++)
    if (values[index] == null) runs.push([]);
    else runs.at(-1)?.push(index);
  return runs.filter((run) => run.length < 4).flat();
}

const dayMs = 86_400_000;
// A new format for each label would take longer than the lines of a chart.
const dates = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const times = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** Labels a time axis in local time: with dates, or up to two days (`spanMs`) with times and the date below the first of each day. */
export function tickLabels(instants: readonly number[], spanMs: number): string[] {
  const days = instants.map((at) => dates.format(at));
  if (spanMs > 2 * dayMs) return days;
  return instants.map((at, index) => {
    const time = times.format(at);
    return days[index] === days[index - 1] ? time : `${time}\n${days[index]}`;
  });
}

const wholeSteps = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
const powersOfTwo = Array.from({ length: 53 }, (_, power) => 2 ** power);

/** Returns the possible steps of an axis: of bytes, whose values have a `size`, or of whole numbers; undefined for any. */
export function stepsOf({ size, isWhole }: { size?: number | undefined; isWhole: boolean }): number[] | undefined {
  if (size !== undefined) return powersOfTwo.map((bytes) => bytes / size);
  return isWhole ? wholeSteps : undefined;
}
