/** Formats an instant as a time of day, with the date unless it is today. */
export function formatClock(at: string, nowMs: number): string {
  const [time, now] = [new Date(at), new Date(nowMs)];
  const isToday = time.toDateString() === now.toDateString();
  return time.toLocaleString(undefined, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}
