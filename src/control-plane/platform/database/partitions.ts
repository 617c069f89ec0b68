import { type Database, rowsOf, type SQL, sql } from './database.ts';

/** The period of a partition, in UTC. */
type Period = 'day' | 'month';

/** The start of the period of an instant, or of the one that many periods later. */
const periodStart = (instant: Date, period: Period, later = 0): Date => {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()];
  return new Date(
    period === 'day' ? Date.UTC(year, month, instant.getUTCDate() + later) : Date.UTC(year, month + later, 1),
  );
};

const periodName = (start: Date, period: Period): string =>
  start
    .toISOString()
    .slice(0, period === 'day' ? 10 : 7)
    .replaceAll('-', '');

function periodOfName(name: string, period: Period): Date | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? [];
  if (year === undefined || (day === undefined) !== (period === 'month')) return undefined;
  return new Date(`${year}-${month}-${day ?? '01'}T00:00:00.000Z`);
}

/** A table partitioned by time. `…_rest` takes rows outside all periods, such as those of a wrong clock. */
export interface PartitionedTable {
  name: string;
  column: string;
  period: Period;
  valueAt(instant: Date): string;
  /** In percent. Of rows that are updated often, the new one fits beside the old one, and no index changes. */
  fillFactor?: number;
}

export interface Partition {
  name: string;
  from: Date;
  /** Exclusive end. */
  to: Date;
}

/** Namespace of the advisory lock. */
const partitionLock = 1347568716;

/** A change of partitions waits for long statements and blocks others meanwhile: retry later instead. */
const lockTimeout = sql`SET LOCAL lock_timeout = '5s'`;

export async function partitionsOf(database: Database, { name, period }: PartitionedTable): Promise<Partition[]> {
  const found = await database.execute(sql`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = ${name}::regclass ORDER BY relname`);
  return rowsOf<{ name: string }>(found).flatMap((row) => {
    const from = row.name.startsWith(`${name}_`) ? periodOfName(row.name.slice(name.length + 1), period) : undefined;
    return from === undefined ? [] : [{ name: row.name, from, to: periodStart(from, period, 1) }];
  });
}

/** Creates the next partitions while they are empty: rows of the current period stay in the rest. */
export async function makePartitionsAhead(
  database: Database,
  table: PartitionedTable,
  { now, periods }: { now: Date; periods: number },
): Promise<void> {
  const present = new Set((await partitionsOf(database, table)).map(({ name }) => name));
  for (let ahead = 1; ahead <= periods; ahead++) {
    const [from, to] = [periodStart(now, table.period, ahead), periodStart(now, table.period, ahead + 1)];
    const name = `${table.name}_${periodName(from, table.period)}`;
    if (!present.has(name)) await makePartition(database, table, { name, from, to });
  }
}

async function makePartition(
  database: Database,
  table: PartitionedTable,
  { name, from, to }: Partition,
): Promise<void> {
  const [partition, parent, rest] = [name, table.name, `${table.name}_rest`].map((each) => sql.identifier(each));
  const [lowest, behind] = [from, to].map((instant) => sql.raw(`'${table.valueAt(instant)}'`));
  const column = sql.identifier(table.column);
  await database.transaction(async (transaction) => {
    await transaction.execute(lockTimeout);
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(${partitionLock}::int, hashtext(${name}))`);
    const made = await transaction.execute(sql`SELECT to_regclass(${name})::text AS name`);
    if (rowsOf<{ name: string | null }>(made)[0]?.name) return;
    await transaction.execute(
      sql`CREATE TABLE ${partition} (LIKE ${parent} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = ${sql.raw(String(table.fillFactor ?? 100))})`,
    );
    // Early rows are in the rest, and no partition may overlap them.
    await transaction.execute(sql`LOCK TABLE ${rest} IN ACCESS EXCLUSIVE MODE`);
    await transaction.execute(sql`
      WITH moved AS (DELETE FROM ${rest} WHERE ${column} >= ${lowest} AND ${column} < ${behind} RETURNING *)
      INSERT INTO ${partition} SELECT * FROM moved`);
    await transaction.execute(
      sql`ALTER TABLE ${parent} ATTACH PARTITION ${partition} FOR VALUES FROM (${lowest}) TO (${behind})`,
    );
  });
}

/** Drops a partition with all its rows in constant time. `before` saves rows after the last possible insert. */
export const dropPartition = async (
  database: Database,
  name: string,
  before?: (transaction: Database) => Promise<void>,
): Promise<void> => {
  await withPartition(database, name, async (transaction) => {
    await transaction.execute(lockTimeout);
    if (before !== undefined) {
      await transaction.execute(sql`LOCK TABLE ${sql.identifier(name)} IN ACCESS EXCLUSIVE MODE`);
      await before(transaction);
    }
    await transaction.execute(sql`DROP TABLE ${sql.identifier(name)}`);
  });
};

export const withPartition = <Result>(
  database: Database,
  name: string,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result | undefined> =>
  database.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(${partitionLock}::int, hashtext(${name}))`);
    // Not `to_regclass`, which may read a cache from before the wait for the lock.
    const found = await transaction.execute(sql`SELECT 1 FROM pg_class WHERE relname = ${name} AND relispartition`);
    return rowsOf(found).length > 0 ? work(transaction) : undefined;
  });

const batchSize = 5000;

export async function deleteInBatches(
  database: Database,
  table: string,
  condition: SQL,
  signal: AbortSignal,
): Promise<void> {
  const name = sql.identifier(table);
  for (let deleted = batchSize; deleted === batchSize && !signal.aborted; ) {
    const result = await database.execute(sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE ${condition} LIMIT ${batchSize})) RETURNING 1`);
    deleted = rowsOf(result).length;
  }
}
