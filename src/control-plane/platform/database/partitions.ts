import { type Database, rowsOf } from './database.ts';
import { type SQL, sql } from './drizzle.ts';

/** How much time a partition covers, in UTC. */
type Period = 'day' | 'month';

/** Returns the first instant of the period that an instant lies in. */
const periodStart = (instant: Date, period: Period): Date =>
  new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), period === 'day' ? instant.getUTCDate() : 1));

/** Returns the first instant of the period that follows. */
const nextPeriod = (start: Date, period: Period): Date =>
  period === 'day'
    ? new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + 1))
    : new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));

/** Writes a period as `20260131` or `202601`. */
const periodName = (start: Date, period: Period): string =>
  start
    .toISOString()
    .slice(0, period === 'day' ? 10 : 7)
    .replaceAll('-', '');

/** Returns the first instant of the period of this name, or undefined when it names none. */
function periodOfName(name: string, period: Period): Date | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? [];
  if (year === undefined || (day === undefined) !== (period === 'month')) return undefined;
  return new Date(`${year}-${month}-${day ?? '01'}T00:00:00.000Z`);
}

/**
 * A table that is partitioned by time. Beside the partitions of its periods it has one named `…_rest` for what belongs to none, such as
 * rows from before the first period, or by a clock that is far off.
 */
export interface PartitionedTable {
  name: string;
  column: string;
  period: Period;
  /** Returns the smallest value of the column at an instant. */
  valueAt(instant: Date): string;
}

export interface Partition {
  name: string;
  /** First instant. */
  from: Date;
  /** First instant behind it. */
  to: Date;
}

/** The namespace of this advisory lock. */
const partitionLock = 1347568716;

/** A change of partitions waits for long statements, and others wait for it in turn: rather try again later. */
const lockTimeout = sql`SET LOCAL lock_timeout = '5s'`;

/** Returns the partitions of the periods, oldest first. */
export async function partitionsOf(database: Database, { name, period }: PartitionedTable): Promise<Partition[]> {
  const found = await database.execute(sql`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = ${name}::regclass ORDER BY relname`);
  return rowsOf<{ name: string }>(found).flatMap((row) => {
    const from = row.name.startsWith(`${name}_`) ? periodOfName(row.name.slice(name.length + 1), period) : undefined;
    return from === undefined ? [] : [{ name: row.name, from, to: nextPeriod(from, period) }];
  });
}

/**
 * Makes the partitions of the next periods ahead of their time, so that they are empty: rows of a running period stay in the rest, or a
 * large table would have to be moved.
 */
export async function makePartitionsAhead(
  database: Database,
  table: PartitionedTable,
  { now, periods }: { now: Date; periods: number },
): Promise<void> {
  const present = new Set((await partitionsOf(database, table)).map(({ name }) => name));
  let from = periodStart(now, table.period);
  for (let made = 0; made < periods; made++) {
    from = nextPeriod(from, table.period);
    const name = `${table.name}_${periodName(from, table.period)}`;
    if (!present.has(name)) await makePartition(database, table, { name, from, to: nextPeriod(from, table.period) });
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
    await transaction.execute(sql`CREATE TABLE ${partition} (LIKE ${parent} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
    // Rows that came before their time lie in the rest, where no partition may overlap them.
    await transaction.execute(sql`LOCK TABLE ${rest} IN ACCESS EXCLUSIVE MODE`);
    await transaction.execute(sql`
      WITH moved AS (DELETE FROM ${rest} WHERE ${column} >= ${lowest} AND ${column} < ${behind} RETURNING *)
      INSERT INTO ${partition} SELECT * FROM moved`);
    await transaction.execute(
      sql`ALTER TABLE ${parent} ATTACH PARTITION ${partition} FOR VALUES FROM (${lowest}) TO (${behind})`,
    );
  });
}

/** Drops a partition with all its rows, at once whatever their number. `before` saves what is to be saved of it, once nobody can add to it. */
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

/** Works on a partition in a transaction in which no other replica drops it. Returns undefined where it is dropped already. */
export const withPartition = <Result>(
  database: Database,
  name: string,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result | undefined> =>
  database.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(${partitionLock}::int, hashtext(${name}))`);
    // Not by `to_regclass`, which may look into a cache from before the wait for the lock.
    const found = await transaction.execute(sql`SELECT 1 FROM pg_class WHERE relname = ${name} AND relispartition`);
    return rowsOf(found).length > 0 ? work(transaction) : undefined;
  });

const batchSize = 5000;

/** Deletes the rows that meet a condition in batches, so that no request waits long. */
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
