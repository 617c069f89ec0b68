import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { requireFreeIdentity } from '../../../../src/control-plane/agents/heartbeat/held-identity.ts';
import {
  type Database,
  eq,
  hasKeys,
  keyOf,
  rowsOf,
  type SQL,
  sql,
  type TenantKey,
} from '../../../../src/control-plane/platform/database/database.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { holdTransaction } from '../../../harness/held-transaction.ts';
import { executorRow, insertExecutor, insertOrganization } from '../../../harness/rows.ts';
import { sharedDatabase, sharedServerDatabase } from '../../../harness/shared-control-plane.ts';

const server = sharedServerDatabase();
const database = sharedDatabase({ settings: server });
const read = async <T>(statement: SQL): Promise<T[]> => rowsOf<T>(await database.execute(statement));

/** Small tables that every machine can hold in full, which Citus calls reference tables. */
const reference = {
  organization: 'it is the list of organizations',
  user: 'a person may be a member of several organizations',
  session: 'it is found by its token, before its organization is known',
  account: 'it belongs to a person',
  verification: 'it is found by an address or a challenge, before anybody has signed in',
  two_factor: 'it belongs to a person',
  member: 'a sign-in finds the organizations of a person with it',
  invitation: 'it is found by its token, before its organization is known',
  apikey: 'it is found by its hash, before its organization is known',
  enrolment_token: 'it is found by its hash, before its organization is known',
  executor_release: 'the catalog is that of the whole installation',
};

/** Tables that stay on the first machine. */
const local = {
  audit_action: 'its trigger makes it append-only, and actions outside of any organization are in it as well',
  audit_head: 'its rows are locked and changed by the trigger of the audit log',
  backup_state: 'one row for the whole installation',
  bus_outbox: 'its messages are for replicas',
  idempotent_answer: 'its key is a hash of the caller, who may be a person',
  incident_rule_run: 'one run judges all organizations',
  job_lease: 'a lease is held for the whole installation',
  rpc_credentials: 'its one row marks an initialised installation',
  single_sign_on_attempt: 'it is of the provider of the whole installation',
  throttle: 'most limits are of addresses and people',
};

/** An hour may have several rows, so they have no key. */
const withoutKey = ['executor_packed_minute', 'node_packed_minute'];

const shared = Object.keys({ ...reference, ...local });
const isShared = (table: string): boolean => shared.includes(table);

/** Tables, and parents of partitions; drizzle keeps its own elsewhere. */
const isTable = sql`relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;

const column = (table: string, number: string): SQL =>
  sql.raw(`(SELECT attname FROM pg_attribute WHERE attrelid = ${table} AND attnum = ${number})`);

test('each table has the organization in each row, or is shared for a reason', async () => {
  const found = await read<{ name: string; isOwned: boolean }>(sql`
    SELECT relname AS name, EXISTS (SELECT FROM pg_attribute
      WHERE attrelid = pg_class.oid AND attname = 'organization_id' AND attnotnull) AS "isOwned"
    FROM pg_class WHERE ${isTable}`);
  const names = found.map(({ name }) => name);
  expect(shared.filter((name) => !names.includes(name))).toEqual([]);
  expect(found.filter(({ name, isOwned }) => !isOwned && !isShared(name))).toEqual([]);
});

test('the organization is first in each primary key and unique index', async () => {
  const found = await read<{ table: string; name: string; isPrimary: boolean; first: string }>(sql`
    SELECT pg_class.relname AS table, indexrelid::regclass::text AS name, indisprimary AS "isPrimary",
      ${column('indrelid', 'indkey[0]')} AS first
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE indisunique AND ${isTable}`);
  const owned = found.filter(({ table }) => !isShared(table));
  expect(owned.filter(({ first }) => first !== 'organization_id')).toEqual([]);
  const keyed = owned.filter(({ isPrimary }) => isPrimary).map(({ table }) => table);
  const tables = await read<{ name: string }>(sql`SELECT relname AS name FROM pg_class WHERE ${isTable} ORDER BY 1`);
  const unkeyed = tables.filter(({ name }) => !isShared(name) && !keyed.includes(name)).map(({ name }) => name);
  expect(unkeyed).toEqual(withoutKey);
});

test('the organization is first in each foreign key, and shared tables refer to none', async () => {
  const found = await read<{ name: string; from: string; to: string; columns: string[]; clears: boolean }>(sql`
    SELECT conname AS name, conrelid::regclass::text AS from, confrelid::regclass::text AS to,
      ARRAY[${column('conrelid', 'conkey[1]')}, ${column('confrelid', 'confkey[1]')}]::text[] AS columns,
      confdeltype = 'n' AND coalesce(conkey[1] = ANY(confdelsetcols), true) AS clears
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE contype = 'f' AND conparentid = 0 AND ${isTable}`);
  const toOwned = found.filter(({ to }) => !isShared(to.replaceAll('"', '')));
  expect(toOwned.length).toBeGreaterThan(10);
  const begins = ({ columns }: (typeof found)[number]) => columns.every((each) => each === 'organization_id');
  // One that clears its columns must not clear the organization.
  expect(toOwned.filter((key) => isShared(key.from) || !begins(key) || key.clears)).toEqual([]);
});

test('two organizations that take the same id do not wait for each other', async () => {
  const id = randomUUID();
  const [first, second] = [await insertOrganization(database), await insertOrganization(database)];
  const take = async (transaction: Database, organizationId: string) => {
    await requireFreeIdentity(transaction, organizationId, id);
    await insertExecutor(transaction, organizationId, { id });
  };
  const release = await holdTransaction(database, (transaction) => take(transaction, first));
  await database.transaction((transaction) => take(transaction, second));
  await release();
  const found = await database
    .select({ organizationId: executor.organizationId })
    .from(executor)
    .where(eq(executor.id, id));
  expect(found.map(({ organizationId }) => organizationId).toSorted()).toEqual([first, second].toSorted());
});

test('hasKeys › finds rows of several organizations by whole keys', async () => {
  const [first, second] = [await insertOrganization(database), await insertOrganization(database)];
  const [one, two] = [randomUUID(), randomUUID()];
  const keys = [first, second].flatMap((organizationId) => [one, two].map((id) => ({ organizationId, id })));
  for (const { organizationId, id } of keys) await insertExecutor(database, organizationId, { id, name: id });
  const find = async (...wanted: TenantKey[]) => {
    const { organizationId, id } = executor;
    const rows = await database.select({ organizationId, id }).from(executor).where(hasKeys(executor, wanted));
    return rows.map(keyOf).toSorted();
  };
  const across = [
    { organizationId: first, id: one },
    { organizationId: second, id: two },
  ];
  expect(await find(...across, ...across)).toEqual(across.map(keyOf).toSorted());
  const ofFirst = [one, two].map((id) => ({ organizationId: first, id }));
  expect(await find(...ofFirst)).toEqual(ofFirst.map(keyOf).toSorted());
  expect(await find()).toEqual([]);
});

test('rows of many organizations are read with an index, without all others', async () => {
  const organizationIds = await Promise.all(Array.from({ length: 50 }, () => insertOrganization(database)));
  const rows = organizationIds.flatMap((organizationId) =>
    Array.from({ length: 100 }, (_, index) => ({
      id: randomUUID(),
      ...executorRow(organizationId, { name: `many-${index}` }),
    })),
  );
  for (let from = 0; from < rows.length; from += 1000)
    await database.insert(executor).values(rows.slice(from, from + 1000));
  await database.execute(sql`ANALYZE executor`);
  const keys = rows.filter((_row, index) => index % 50 === 0);
  const plan = await read<{ 'QUERY PLAN': string }>(
    sql`EXPLAIN SELECT * FROM ${executor} WHERE ${hasKeys(executor, keys)}`,
  );
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(lines).toMatch(/Index Scan using executor_\w+/);
  expect(lines).not.toContain('Seq Scan');
});
