import type { Client } from 'pg';
import type { Logger } from 'pino';
import { busName } from '../platform/database/listen-server.ts';
import { readBackups } from './backup/backup-state.ts';
import { onDatabase, type Place } from './backup/on-database.ts';

export type DatabaseFacts = Awaited<ReturnType<typeof inspectDatabase>>;

/** Reads how a control plane's database is set up. Connects once. Throws ControlPlaneSetupError. */
export const inspectDatabase = (place: Place, log: Logger) =>
  onDatabase(
    place,
    log,
    async (client) => {
      const from = Date.now();
      const { clockMs, isStandby, isReadOnly, ...server } = await readServer(client);
      const here = (from + Date.now()) / 2;
      return {
        ...server,
        state: isStandby ? ('standby' as const) : isReadOnly ? ('read-only' as const) : ('writable' as const),
        /** Of this host's clock against the database's. */
        clockAheadSeconds: (here - clockMs) / 1000,
        contents: await readContents(client),
      };
    },
    { retries: 0 },
  );

interface ServerRow {
  version: string;
  user: string;
  name: string;
  isStandby: boolean;
  isReadOnly: boolean;
  clockMs: number;
  sizeMiB: number;
  canCreate: boolean;
  foreignTables: string[];
  extensions: string[];
  connections: number;
  maxConnections: number;
  replicas: number;
}

async function readServer(client: Client): Promise<ServerRow> {
  const { rows } = await client.query<ServerRow>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      current_user::text AS "user", current_database()::text AS name,
      pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only')::bool AS "isReadOnly",
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS "clockMs",
      pg_database_size(current_database())::float8 / 1048576 AS "sizeMiB",
      has_schema_privilege(current_user, 'public', 'CREATE') AS "canCreate",
      (SELECT coalesce(array_agg(relname::text ORDER BY relname), '{}') FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT pg_has_role(relowner, 'USAGE'))
        AS "foreignTables",
      (SELECT coalesce(array_agg(extname::text ORDER BY extname), '{}') FROM pg_extension
        WHERE extnamespace = 'public'::regnamespace) AS extensions,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "maxConnections",
      (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()) AS replicas`,
    [busName],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL returned no row');
  return row;
}

/** Null for a database without a control plane. */
async function readContents(client: Client) {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('public.backup_state') IS NOT NULL AS "isThere"`,
  );
  if (!found[0]?.isThere) return null;
  const { rows: counts } = await client.query<{ hosts: number; nodes: number }>(
    `SELECT (SELECT count(*)::int FROM executor) AS hosts,
      (SELECT count(*)::int FROM node WHERE removed_at IS NULL) AS nodes`,
  );
  return { hosts: counts[0]?.hosts ?? 0, nodes: counts[0]?.nodes ?? 0, ...(await readBackups(client)) };
}
