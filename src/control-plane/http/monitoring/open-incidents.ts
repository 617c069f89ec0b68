import type { Clock } from '../../../timing/clock.ts';
import { endsWithin } from '../../../timing/ends-within.ts';
import type { Database } from '../../platform/database/database.ts';
import { count, eq } from '../../platform/database/drizzle.ts';
import { alertIncident } from '../../tables/incidents.ts';

/** Prometheus asks every 15 seconds or so; a database that is away must not leave it without all other figures. */
const patienceMs = 2000;
/** Many may ask. */
const freshMs = 5000;

/** Returns a function that counts the open incidents of all organizations by their code; undefined where the database does not answer. */
export function openIncidentCounts(
  database: Database,
  clock: Clock,
): () => Promise<ReadonlyMap<string, number> | undefined> {
  let last: { at: number; counts: ReadonlyMap<string, number> } | undefined;
  let underWay: Promise<ReadonlyMap<string, number> | undefined> | undefined;
  const read = async () => {
    const rows = await database
      .select({ code: alertIncident.code, open: count() })
      .from(alertIncident)
      .where(eq(alertIncident.status, 'open'))
      .groupBy(alertIncident.code);
    const counts = new Map<string, number>(rows.map(({ code, open }) => [code, open]));
    last = { at: clock.elapsed(), counts };
    return counts;
  };
  return async () => {
    if (last !== undefined && clock.elapsed() - last.at < freshMs) return last.counts;
    underWay ??= read()
      // The figure is missing then, which says enough.
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined;
      });
    const counts = underWay;
    return (await endsWithin(counts, patienceMs, clock)) ? counts : undefined;
  };
}
