import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { requireFreeIdentity } from '../../../../src/control-plane/agents/heartbeat/held-identity.ts';
import { type Database, rowsOf, type SQL, sql } from '../../../../src/control-plane/platform/database/database.ts';
import { waitingForLock } from '../../../harness/database-connections.ts';
import { holdTransaction } from '../../../harness/held-transaction.ts';
import { insertExecutor, insertOrganization } from '../../../harness/rows.ts';
import { sharedClient, sharedDatabase, sharedServerDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const server = sharedServerDatabase();
const database = sharedDatabase({ settings: server });
const client = sharedClient(() => server.databaseUrl);
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
  bus_outbox: 'its messages are for replicas',
  idempotent_answer: 'its key is a hash of the caller, who may be a person',
  incident_rule_run: 'one run judges all organizations',
  job_lease: 'a lease is held for the whole installation',
  rpc_credentials: 'its one row marks an initialised installation',
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

test('the organization is first in each primary key and each unique index of its tables', async () => {
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

test('the organization is first in each foreign key between its tables, and no shared table refers to one of them', async () => {
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

test('of two organizations that take the id of one host at the same time, one gets it', async () => {
  const id = randomUUID();
  const [first, second] = [await insertOrganization(database), await insertOrganization(database)];
  const requireFree = (transaction: Database, organizationId: string) =>
    requireFreeIdentity(transaction, { organizationId, name: 'host' }, id);
  const release = await holdTransaction(
    database,
    (transaction) => requireFree(transaction, first),
    (transaction) => insertExecutor(transaction, first, { id }),
  );
  const refused = expect(database.transaction((transaction) => requireFree(transaction, second))).rejects.toThrow(
    'cannot be taken over here',
  );
  await until('the second one waits for the first', async () => (await waitingForLock(client)) > 0);
  await release();
  await refused;
});
