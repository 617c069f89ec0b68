import { type Database, inArray, rowsOf, type SQL, sql } from '../../platform/database/database.ts';
import { withPartition } from '../../platform/database/partitions.ts';
import { columnsOf, type HistorySource } from './sources.ts';

const ownersAtOnce = 50;

/** Packs and deletes the minutes before an instant, in transactions: each minute is in exactly one place. */
export async function packMinutes(
  database: Database,
  partition: string,
  source: HistorySource,
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  for (let packed = 1; packed > 0 && !signal?.aborted; ) {
    const rows = await withPartition(database, partition, (transaction) =>
      transaction.execute(packStatement(partition, source, before)),
    );
    packed = rows === undefined ? 0 : rowsOf(rows).length;
  }
}

function packStatement(partition: string, source: HistorySource, before: Date): SQL {
  const { packed, owner, parts, sampled } = source;
  const columns = columnsOf(source);
  const arrays = columns.map((column) => parts.map((part) => `array_agg(${column}${part}::float8)`).join(' || '));
  const [table, key] = [sql.identifier(partition), sql.raw(`organization_id, ${owner}`)];
  const old = sql`at < ${before.toISOString()}`;
  // Sorted for compression only: any order is right if it is the same in all arrays.
  return sql`
    WITH gone AS (
      DELETE FROM ${table} WHERE ${old} AND (${key}) IN (SELECT DISTINCT ${key} FROM ${table} WHERE ${old} ORDER BY ${key} LIMIT ${ownersAtOnce})
      RETURNING *)
    INSERT INTO ${sql.identifier(packed)} (${key}, at, minutes, samples, ${sql.raw(columns.join(', '))})
    SELECT ${key}, date_trunc('hour', at, 'UTC'), array_agg(extract(minute FROM at)::int2), array_agg(${sql.raw(sampled === 'minute' ? '1' : 'samples')}::int),
      ${sql.raw(arrays.join(', '))}
    FROM (SELECT * FROM gone ORDER BY ${key}, at) AS sorted GROUP BY ${key}, date_trunc('hour', at, 'UTC')
    RETURNING 1`;
}

export function unpackedMinutes(
  { packed, owner, parts }: HistorySource,
  columns: readonly string[],
  { organizationId, ownerIds, from, to }: { organizationId: string; ownerIds: readonly string[]; from: Date; to: Date },
): SQL {
  const names = columns.flatMap((column) => parts.map((part) => `${column}${part}`));
  const slices = columns.flatMap((column) =>
    parts.map((_part, index) => `hour.${column}[${index} * size + 1 : ${index + 1} * size]`),
  );
  const id = sql`hour.${sql.identifier(owner)}`;
  const at = sql`hour.at + make_interval(mins => minute.minute)`;
  return sql`
    SELECT ${sql.raw(['samples', ...names].map((name) => `minute.${name}`).join(', '))}, ${id}, ${at} AS at
    FROM ${sql.identifier(packed)} AS hour, cardinality(hour.minutes) AS size,
      unnest(${sql.raw(['hour.minutes', 'hour.samples', ...slices].join(', '))})
        AS minute(${sql.raw(['minute', 'samples', ...names].join(', '))})
    WHERE hour.organization_id = ${organizationId} AND ${inArray(id, [...ownerIds])}
      AND hour.at > ${from.toISOString()}::timestamptz - interval '1 hour' AND hour.at < ${to.toISOString()}
      AND ${at} >= ${from.toISOString()} AND ${at} < ${to.toISOString()}`;
}
