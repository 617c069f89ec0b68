import type { EventLevel } from '../../../../contract/types.generated.ts';

/** A warning or an error, with a mark below the charts. */
export interface ChartEvent {
  id: string;
  at: string;
  level: EventLevel;
  message: string;
}

/** In pixels. */
const near = 6;

/** Returns the events near a position on the axis. `leftOf` maps a time in milliseconds since 1970 to the axis. */
export const eventsNear = (events: readonly ChartEvent[], left: number, leftOf: (ms: number) => number): ChartEvent[] =>
  events.filter(({ at }) => Math.abs(leftOf(Date.parse(at)) - left) <= near);

/** Returns the indexes of the values in runs too short for a visible line. */
export function shortRuns(values: ArrayLike<number | null | undefined>): number[] {
  const runs: number[][] = [[]];
  for (let index = 0; index < values.length; index++)
    if (values[index] == null) runs.push([]);
    else runs.at(-1)?.push(index);
  return runs.filter((run) => run.length < 4).flat();
}

const dayMs = 86_400_000;

/** Labels a time axis in local time: with dates, or up to two days (`spanMs`) with times and the date below the first of each day. */
export function tickLabels(instants: readonly number[], spanMs: number): string[] {
  const days = instants.map((at) => new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' }));
  if (spanMs > 2 * dayMs) return days;
  return instants.map((at, index) => {
    const time = new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
    return days[index] === days[index - 1] ? time : `${time}\n${days[index]}`;
  });
}
