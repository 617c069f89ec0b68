import type { MetricSummary } from '../../../contract/types.generated.ts';
import { rowsOf } from '../../platform/database/database.ts';
import { type SQL, sql } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import type { Series } from '../../tables/metrics.ts';
import { unpackedMinutes } from './packed-minutes.ts';
import { type HistoryPlan, maxBuckets } from './plan-history.ts';
import { bucketParts, type HistorySource } from './sources.ts';

export interface Bucket<Name extends string> {
  at: string;
  samples: number;
  /** Null if no sample of the bucket has the series. */
  series: Record<Name, MetricSummary | null>;
}

const last = (column: string) => `(array_agg(${column} ORDER BY at DESC) FILTER (WHERE ${column} IS NOT NULL))[1]`;

const ofSamples = (column: string) => [`min(${column})`, `max(${column})`, `avg(${column})`, last(column)];
const ofBuckets = (column: string) => [
  `min(${column}_min)`,
  `max(${column}_max)`,
  `sum(${column}_sum) / nullif(sum(${column}_count), 0)`,
  last(`${column}_last`),
];

export async function readHistory<Name extends string>(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  source: HistorySource<Name>,
  ownerId: string,
  { from, to, stepSeconds, grain }: HistoryPlan,
  /** The selected fields: others are not read. */
  selected: ReadonlySet<string>,
): Promise<Bucket<Name>[]> {
  const { tables, sampled, owner, series } = source;
  const table = tables[grain];
  if (table === undefined) return [];
  const entries = (Object.entries<Series>(series) as [Name, Series][]).filter(([, { path }]) =>
    path.every((name) => selected.has(name)),
  );
  const isSampled = grain === sampled;
  const aggregates = entries.flatMap(([, { column }]) => (isSampled ? ofSamples : ofBuckets)(column));
  // As one array: a column for each would cost the driver more than the database.
  const values = sql.raw(`ARRAY[${aggregates.join(', ')}]::float8[]`);
  const range = { ownerId, from: new Date(from), to: new Date(to) };
  const columns = entries.map(([, { column }]) => column);
  const names = columns.flatMap((column) => (isSampled ? [column] : bucketParts.map((part) => `${column}${part}`)));
  const rowsAt = sql`
    SELECT ${sql.raw([isSampled ? '1 AS samples' : 'samples', ...names].join(', '))}, at FROM ${sql.identifier(table)}
    WHERE ${sql.identifier(owner)} = ${ownerId}::uuid AND at >= ${range.from.toISOString()} AND at < ${range.to.toISOString()}`;
  const rowsOfGrain = grain === 'minute' ? sql`${rowsAt} UNION ALL ${unpackedMinutes(source, columns, range)}` : rowsAt;
  const statement = (limit: number): SQL => sql`
    SELECT extract(epoch FROM bucket)::float8 AS at, samples, summaries FROM (
      SELECT date_bin(make_interval(secs => ${stepSeconds}::int), at, 'epoch'::timestamptz) AS bucket,
        sum(samples)::int AS samples, ${values} AS summaries
      FROM (${rowsOfGrain}) AS rows GROUP BY bucket) AS buckets
    ORDER BY bucket LIMIT ${limit}`;
  const rows = await budget.fetchRows(maxBuckets, async (limit) =>
    rowsOf<{ at: number; samples: number; summaries: (number | null)[] }>(await database.execute(statement(limit))),
  );
  return rows.map(({ at, samples, summaries }) => ({
    at: new Date(at * 1000).toISOString(),
    samples,
    series: Object.fromEntries(
      entries.map(([name], index) => [name, summaryOf(summaries.slice(4 * index, 4 * index + 4))]),
    ) as Record<Name, MetricSummary | null>,
  }));
}

function summaryOf([min, max, average, last]: (number | null)[]): MetricSummary | null {
  if (typeof min !== 'number' || typeof max !== 'number' || typeof average !== 'number' || typeof last !== 'number') {
    return null;
  }
  return { min, max, average, last };
}
