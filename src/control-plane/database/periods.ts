/** How much time a partition covers, in UTC. */
export type Period = 'day' | 'month';

/** Returns the first instant of the period that an instant lies in. */
export const periodStart = (instant: Date, period: Period): Date =>
  new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), period === 'day' ? instant.getUTCDate() : 1));

/** Returns the first instant of the period that follows. */
export const nextPeriod = (start: Date, period: Period): Date =>
  period === 'day'
    ? new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + 1))
    : new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));

/** Writes a period as `20260131` or `202601`. */
export const periodName = (start: Date, period: Period): string =>
  start
    .toISOString()
    .slice(0, period === 'day' ? 10 : 7)
    .replaceAll('-', '');

/** Returns the first instant of the period of this name, or undefined when it names none. */
export function periodOfName(name: string, period: Period): Date | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? [];
  if (year === undefined || (day === undefined) !== (period === 'month')) return undefined;
  return new Date(`${year}-${month}-${day ?? '01'}T00:00:00.000Z`);
}
