import { type SQL, sql } from '../../platform/database/database.ts';
import { bucketParts, columnsOf, type HistorySource } from './sources.ts';

/** The columns of a bucket that later samples update. */
const partsOf = (column: string) => bucketParts.map((part) => `${column}${part}`).join(', ');

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
 * A minute also marks the seconds of its samples.
 */
export function addToRollup(source: HistorySource, unit: 'minute' | 'hour', samples: string): SQL {
  const { owner, tables } = source;
  const key = `organization_id, ${owner}`;
  const columns = columnsOf(source);
  const marksSeconds = unit === 'minute';
  const bucket = `date_trunc('${unit}', at, 'UTC')`;
  return sql.raw(`
    INSERT INTO ${tables[unit]} AS bucket (${key}, at, ${marksSeconds ? 'seconds, ' : ''}last_at, samples, ${columns.map(partsOf).join(', ')})
    SELECT ${key}, ${bucket}, ${marksSeconds ? 'bit_or(1::bigint << extract(second FROM at)::int), ' : ''}max(at), count(*),
      ${columns.map(aggregates).join(', ')}
    FROM ${samples} GROUP BY ${key}, ${bucket}
    ON CONFLICT (${key}, at) DO UPDATE SET ${marksSeconds ? 'seconds = bucket.seconds | excluded.seconds,' : ''}
      last_at = greatest(bucket.last_at, excluded.last_at), samples = bucket.samples + excluded.samples,
      ${columns.map(merged).join(', ')}`);
}

export const seriesFromJson = ({ series }: HistorySource, json: string): SQL =>
  sql.raw(
    Object.values(series)
      .map(({ column, path }) => `(${json} #>> '{${path.join(',')}}')::float8 AS ${column}`)
      .join(', '),
  );

export const seriesColumns = (source: HistorySource): SQL => sql.raw(columnsOf(source).join(', '));
