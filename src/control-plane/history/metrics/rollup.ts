import { type SQL, sql } from '../../platform/database/drizzle.ts';
import type { Series } from '../../tables/metrics.ts';

/** A table with one row per object and bucket. */
export interface Rollup {
  table: string;
  owner: string;
  unit: 'minute' | 'hour';
  series: Record<string, Series>;
  marksSeconds?: boolean;
}

/** The columns of a bucket that later samples update. */
const parts = (column: string) => ['min', 'max', 'sum', 'count', 'last'].map((part) => `${column}_${part}`).join(', ');

const aggregates = (column: string) =>
  `min(${column}), max(${column}), sum(${column}), count(${column}),
   (array_agg(${column} ORDER BY at DESC) FILTER (WHERE ${column} IS NOT NULL))[1]`;

/** Samples arrive in any order, and may lack a series. */
const merged = (column: string) =>
  `${column}_min = least(bucket.${column}_min, excluded.${column}_min),
   ${column}_max = greatest(bucket.${column}_max, excluded.${column}_max),
   ${column}_sum = coalesce(bucket.${column}_sum + excluded.${column}_sum, bucket.${column}_sum, excluded.${column}_sum),
   ${column}_count = bucket.${column}_count + excluded.${column}_count,
   ${column}_last = CASE WHEN excluded.last_at >= bucket.last_at THEN coalesce(excluded.${column}_last, bucket.${column}_last)
     ELSE coalesce(bucket.${column}_last, excluded.${column}_last) END`;

/**
 * Adds the rows of the relation `samples` to their buckets. Each sample must be new: the statement counts all of them.
 */
export function addToRollup({ table, owner, unit, series, marksSeconds = false }: Rollup, samples: string): SQL {
  const columns = Object.values(series).map(({ column }) => column);
  const bucket = `date_trunc('${unit}', at, 'UTC')`;
  return sql.raw(`
    INSERT INTO ${table} AS bucket (${owner}, at, ${marksSeconds ? 'seconds, ' : ''}last_at, samples, ${columns.map(parts).join(', ')})
    SELECT ${owner}, ${bucket}, ${marksSeconds ? 'bit_or(1::bigint << extract(second FROM at)::int), ' : ''}max(at), count(*),
      ${columns.map(aggregates).join(', ')}
    FROM ${samples} GROUP BY ${owner}, ${bucket}
    ON CONFLICT (${owner}, at) DO UPDATE SET ${marksSeconds ? 'seconds = bucket.seconds | excluded.seconds,' : ''}
      last_at = greatest(bucket.last_at, excluded.last_at), samples = bucket.samples + excluded.samples,
      ${columns.map(merged).join(', ')}`);
}

export const seriesFromJson = (series: Record<string, Series>, json: string): SQL =>
  sql.raw(
    Object.values(series)
      .map(({ column, path }) => `(${json} #>> '{${path.join(',')}}')::float8 AS ${column}`)
      .join(', '),
  );

export const seriesColumns = (series: Record<string, Series>): SQL =>
  sql.raw(
    Object.values(series)
      .map(({ column }) => column)
      .join(', '),
  );
