const dayMs = 86_400_000;

/** Returns what stands at a point of the time axis, in the reader's own time. `spanMs` is the length of the axis. */
export function tickOf(at: number, spanMs: number): string {
  const date = new Date(at);
  return spanMs <= 2 * dayMs
    ? date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}
