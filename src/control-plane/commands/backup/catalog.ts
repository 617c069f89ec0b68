import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg';
import type { BackupHeader, BackupMigration, BackupPartition, BackupTable } from './header.ts';

/** The migrations' own tables are kept apart, and PostgreSQL's come with it. */
const ownSchema = `n.nspname <> 'drizzle' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'`;

export const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export async function readMigrations(client: ClientBase): Promise<BackupMigration[] | undefined> {
  const { rows: found } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations')::text AS name");
  if (found[0].name === null) return undefined;
  const { rows } = await client.query(
    'SELECT hash, created_at::float8 AS "createdAt" FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows;
}

export async function readTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query(`
    SELECT n.nspname AS schema, relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND ${ownSchema}
    GROUP BY n.nspname, relname ORDER BY n.nspname, relname`);
  return rows;
}

/** Members, invitations and tokens stay, because a file must not sign anybody in: an import invites the members. */
const ofPeople = ['member', 'invitation', 'enrolment_token'];

/** The tables with rows of an organization, each after those that it refers to. */
export async function readOrganizationTables(client: ClientBase): Promise<BackupTable[]> {
  const tables = (await readTables(client)).filter(
    ({ name, columns }) => (name === 'organization' || columns.includes('organization_id')) && !ofPeople.includes(name),
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    SELECT c.relname AS from, p.relname AS to FROM pg_constraint
    JOIN pg_class c ON c.oid = conrelid JOIN pg_class p ON p.oid = confrelid WHERE contype = 'f' AND conparentid = 0`);
  const ordered: BackupTable[] = [];
  const isAhead = (name: string) => ordered.includes(tables.find((table) => table.name === name) as BackupTable);
  const waits = ({ name }: BackupTable) =>
    references.some(({ from, to }) => from === name && tables.some((table) => table.name === to) && !isAhead(to));
  for (let rest = tables; rest.length > 0; rest = rest.filter((table) => !ordered.includes(table))) {
    const next = rest.filter((table) => !waits(table));
    if (next.length === 0) throw new Error('tables of an organization refer to each other in a circle');
    ordered.push(...next);
  }
  return ordered;
}

/** The rows of a table that are an organization's. Personal keys are their owner's. */
export function isOfOrganization({ name }: Pick<BackupTable, 'name'>, organizationId: string): string {
  const id = escapeLiteral(organizationId);
  if (name === 'organization') return `id = ${id}`;
  return `organization_id = ${id}${name === 'apikey' ? ` AND config_id = 'executor' AND reference_id = ${id}` : ''}`;
}

/** The columns that count the rows of the whole installation. */
export async function readCounters(client: ClientBase, table: BackupTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = $1::regclass AND pg_get_expr(adbin, adrelid) LIKE 'nextval(%'`,
    [nameOf(table)],
  );
  return rows.map(({ name }) => name);
}

export async function readPartitions(client: ClientBase): Promise<BackupPartition[]> {
  const { rows } = await client.query(`
    SELECT n.nspname AS schema, c.relname AS name,
      json_build_object('schema', pn.nspname, 'name', p.relname) AS parent,
      pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_inherits i ON i.inhrelid = c.oid
    JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
    WHERE c.relispartition AND c.relkind IN ('r', 'p') AND ${ownSchema}
    ORDER BY c.oid`);
  return rows;
}

export async function readSequences(client: ClientBase): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query(`
    SELECT schemaname AS schema, sequencename AS name, last_value::text AS "lastValue"
    FROM pg_sequences JOIN pg_namespace n ON n.nspname = schemaname
    WHERE last_value IS NOT NULL AND ${ownSchema} ORDER BY 1, 2`);
  return rows;
}

export async function settleFormats(client: ClientBase): Promise<void> {
  await client.query(
    "SET client_encoding = 'UTF8'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET extra_float_digits = 1; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
  );
}
