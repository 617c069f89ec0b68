import type { MetricSummary } from '../../../contract/types.generated.ts';
import { inArray, rowsOf, type SQL, sql } from '../../platform/database/database.ts';
import type { RequestContext } from '../../request/context.ts';
import type { Series } from '../../tables/metrics.ts';
import { unpackedMinutes } from './packed-minutes.ts';
import { type HistoryPlan, maxBuckets } from './plan-history.ts';
import { bucketParts, type HistorySource } from './sources.ts';

interface Bucket<Name extends string> {
  at: string;
  samples: number;
  /** Null if no sample of the bucket has the series. */
  series: Record<Name, MetricSummary | null>;
}

const last = (column: string) => `(array_agg(${column} ORDER BY at DESC) FILTER (WHERE ${column} IS NOT NULL))[1]`;

/** A value of one of the objects. */
const median = (value: string) => `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${value})`;

const ofSamples = (column: string) => [`min(${column})`, `max(${column})`, `avg(${column})`, last(column)];

const ofBuckets = (column: string) => [
  `min(${column}_min)`,
  `max(${column}_max)`,
  `sum(${column}_sum) / nullif(sum(${column}_count), 0)`,
  last(`${column}_last`),
];

interface HistoryOf {
  organizationId: string;
  ownerIds: readonly string[];
  /** The selected fields: others are not read. */
  selected: ReadonlySet<string>;
}

/** Reads the buckets of one object, or the medians of several. */
export async function readHistory<Name extends string>(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  source: HistorySource<Name>,
  { organizationId, ownerIds, selected }: HistoryOf,
  { from, to, stepSeconds, grain }: HistoryPlan,
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
  const id = sql.identifier(owner);
  const range = { organizationId, ownerIds, from: new Date(from), to: new Date(to) };
  const columns = entries.map(([, { column }]) => column);
  const names = columns.flatMap((column) => (isSampled ? [column] : bucketParts.map((part) => `${column}${part}`)));
  const rowsAt = sql`
    SELECT ${sql.raw([isSampled ? '1 AS samples' : 'samples', ...names].join(', '))}, ${id}, at FROM ${sql.identifier(table)}
    WHERE organization_id = ${organizationId} AND ${inArray(id, [...ownerIds])} AND at >= ${range.from.toISOString()} AND at < ${range.to.toISOString()}`;
  const rowsOfGrain = grain === 'minute' ? sql`${rowsAt} UNION ALL ${unpackedMinutes(source, columns, range)}` : rowsAt;
  const ofOwners = sql`
    SELECT date_bin(make_interval(secs => ${stepSeconds}::int), at, 'epoch'::timestamptz) AS bucket,
      sum(samples)::int AS samples, ${values} AS summaries
    FROM (${rowsOfGrain}) AS rows GROUP BY bucket, ${id}`;
  const medians = sql.raw(aggregates.map((_, index) => median(`summaries[${index + 1}]`)).join(', '));
  const buckets =
    ownerIds.length === 1
      ? ofOwners
      : sql`SELECT bucket, sum(samples)::int AS samples, ARRAY[${medians}]::float8[] AS summaries
          FROM (${ofOwners}) AS owners GROUP BY bucket`;
  const statement = (limit: number): SQL => sql`
    SELECT extract(epoch FROM bucket)::float8 AS at, samples, summaries FROM (${buckets}) AS buckets
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
  if (typeof min !== 'number' || typeof max !== 'number' || typeof average !== 'number' || typeof last !== 'number')
    return null;
  return { min, max, average, last };
}
