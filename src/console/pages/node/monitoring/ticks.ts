const dayMs = 86_400_000;

/**
 * Returns the labels of a time axis, in the reader's own time. Up to two days they are times of day, and the first label and the first one of
 * each day have the date below. `spanMs` is the length of the axis.
 */
export function tickLabels(instants: readonly number[], spanMs: number): string[] {
  const days = instants.map((at) => new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' }));
  if (spanMs > 2 * dayMs) return days;
  return instants.map((at, index) => {
    const time = new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
    return days[index] === days[index - 1] ? time : `${time}\n${days[index]}`;
  });
}
