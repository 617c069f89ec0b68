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

interface HistoryOf {
  organizationId: string;
  ownerIds: readonly string[];
  /** The selected fields: others are not read. */
  selected: ReadonlySet<string>;
}

/** A row of the statement. */
interface BucketRow {
  /** Seconds since the epoch. */
  at: number;
  samples: number;
  /** The values of `summaryOf` for each series, one series after another. */
  summaries: (number | null)[];
}

/** Reads the buckets of one object, or the medians of several. */
export async function readHistory<Name extends string>(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  source: HistorySource<Name>,
  { organizationId, ownerIds, selected }: HistoryOf,
  plan: HistoryPlan,
): Promise<Bucket<Name>[]> {
  const table = source.tables[plan.grain];
  if (table === undefined) return [];
  const series = (Object.entries<Series>(source.series) as [Name, Series][]).filter(([, { path }]) =>
    path.every((name) => selected.has(name)),
  );
  const columns = series.map(([, { column }]) => column);
  const buckets = bucketsOf({ source, table, columns, organizationId, ownerIds, plan });
  const rows = await budget.fetchRows(maxBuckets, async (limit) =>
    rowsOf<BucketRow>(
      await database.execute(sql`
        SELECT extract(epoch FROM bucket)::float8 AS at, samples, summaries FROM (${buckets}) AS buckets
        ORDER BY bucket LIMIT ${limit}`),
    ),
  );
  const names = series.map(([name]) => name);
  return rows.map((row) => toBucket(row, names));
}

interface BucketsInput extends Pick<HistoryOf, 'organizationId' | 'ownerIds'> {
  source: HistorySource;
  table: string;
  /** Of the series to read. */
  columns: readonly string[];
  plan: HistoryPlan;
}

/** SQL: a row per bucket, with the aggregates of one object, or the medians of those of several. */
function bucketsOf(input: BucketsInput): SQL {
  const { source, columns, ownerIds, plan } = input;
  const isSampled = plan.grain === source.sampled;
  const aggregates = columns.flatMap((column) => (isSampled ? ofSamples : ofBuckets)(column));
  const ofOwners = sql`
    SELECT date_bin(make_interval(secs => ${plan.stepSeconds}::int), at, 'epoch'::timestamptz) AS bucket,
      sum(samples)::int AS samples, ${arrayOf(aggregates)} AS summaries
    FROM (${rowsOfGrain(input, isSampled)}) AS rows GROUP BY bucket, ${sql.identifier(source.owner)}`;
  if (ownerIds.length === 1) return ofOwners;
  const medians = arrayOf(aggregates.map((_, index) => median(`summaries[${index + 1}]`)));
  return sql`SELECT bucket, sum(samples)::int AS samples, ${medians} AS summaries
    FROM (${ofOwners}) AS owners GROUP BY bucket`;
}

/** SQL: the stored rows of the objects, those of packed minutes among them. */
function rowsOfGrain(
  { source, table, columns, organizationId, ownerIds, plan }: BucketsInput,
  isSampled: boolean,
): SQL {
  const id = sql.identifier(source.owner);
  const range = { organizationId, ownerIds, from: new Date(plan.from), to: new Date(plan.to) };
  const values = columns.flatMap((column) => (isSampled ? [column] : bucketParts.map((part) => `${column}${part}`)));
  const rows = sql`
    SELECT ${sql.raw([isSampled ? '1 AS samples' : 'samples', ...values].join(', '))}, ${id}, at FROM ${sql.identifier(table)}
    WHERE organization_id = ${organizationId} AND ${inArray(id, [...ownerIds])} AND at >= ${range.from.toISOString()} AND at < ${range.to.toISOString()}`;
  return plan.grain === 'minute' ? sql`${rows} UNION ALL ${unpackedMinutes(source, columns, range)}` : rows;
}

/** As one array: a column for each would cost the driver more than the database. */
const arrayOf = (values: readonly string[]): SQL => sql.raw(`ARRAY[${values.join(', ')}]::float8[]`);

const last = (column: string) => `(array_agg(${column} ORDER BY at DESC) FILTER (WHERE ${column} IS NOT NULL))[1]`;

/** A value of one of the objects. */
const median = (value: string) => `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${value})`;

// Both in the order of `summaryOf`.

const ofSamples = (column: string) => [`min(${column})`, `max(${column})`, `avg(${column})`, last(column)];

const ofBuckets = (column: string) => [
  `min(${column}_min)`,
  `max(${column}_max)`,
  `sum(${column}_sum) / nullif(sum(${column}_count), 0)`,
  last(`${column}_last`),
];

const valuesPerSeries = 4;

function toBucket<Name extends string>({ at, samples, summaries }: BucketRow, names: readonly Name[]): Bucket<Name> {
  const summaryAt = (index: number) =>
    summaryOf(summaries.slice(index * valuesPerSeries, (index + 1) * valuesPerSeries));
  return {
    at: new Date(at * 1000).toISOString(),
    samples,
    series: Object.fromEntries(names.map((name, index) => [name, summaryAt(index)])) as Bucket<Name>['series'],
  };
}

function summaryOf([min, max, average, last]: (number | null)[]): MetricSummary | null {
  if (typeof min !== 'number' || typeof max !== 'number' || typeof average !== 'number' || typeof last !== 'number')
    return null;
  return { min, max, average, last };
}
