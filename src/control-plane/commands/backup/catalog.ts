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

/**
 * A file must not sign anybody in: the owner invites the members after an import. What soon comes again stays as well; so
 * does the record of the last audit action, which the action of the export follows.
 */
const staying = [
  ...['member', 'invitation', 'enrolment_token'],
  ...[
    'audit_head',
    'agent_request',
    'log_chunk',
    'incident_node_watch',
    'incident_rule_mark',
    'node_listing',
    'chain_network',
  ],
];

export interface OrganizationTable extends BackupTable {
  /** The column that counts the rows of all organizations. */
  counter: string | null;
}

/** The tables with rows of an organization, each after those that it refers to. */
export async function readOrganizationTables(client: ClientBase): Promise<OrganizationTable[]> {
  const { rows } = await client.query<{ name: string; counter: string | null }>(`
    WITH RECURSIVE depth AS (
      SELECT oid, 0 AS level FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION SELECT conrelid, level + 1 FROM depth JOIN pg_constraint ON confrelid = depth.oid
      WHERE contype = 'f' AND conparentid = 0 AND conrelid <> confrelid)
    SELECT relname AS name, (SELECT attname::text FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
      WHERE adrelid = depth.oid AND pg_get_expr(adbin, adrelid) LIKE 'nextval(%') AS counter
    FROM depth JOIN pg_class ON pg_class.oid = depth.oid GROUP BY depth.oid, relname ORDER BY max(level), relname`);
  const tables = await readTables(client);
  return rows.flatMap(({ name, counter }) => {
    const table = tables.find((each) => each.name === name);
    const isOwned = name === 'organization' || table?.columns.includes('organization_id');
    return table === undefined || !isOwned || staying.includes(name) ? [] : [{ ...table, counter }];
  });
}

/** The rows of a table that are an organization's. Personal keys are their owner's. */
export function isOfOrganization({ name }: Pick<BackupTable, 'name'>, organizationId: string): string {
  const id = escapeLiteral(organizationId);
  if (name === 'organization') return `id = ${id}`;
  return `organization_id = ${id}${name === 'apikey' ? ` AND config_id = 'executor' AND reference_id = ${id}` : ''}`;
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
