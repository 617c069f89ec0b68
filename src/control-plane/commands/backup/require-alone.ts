import type { ClientBase } from 'pg';
import { busName } from '../../platform/database/listen-server.ts';
import { ControlPlaneSetupError } from '../../settings.ts';

/**
 * Throws ControlPlaneSetupError where the database is not that of this control plane alone: another replica serves it, or its schemas have
 * objects that no migration makes, which would be lost with them.
 */
export async function requireAlone(client: ClientBase): Promise<void> {
  const { rows: replicas } = await client.query(
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [busName],
  );
  if (replicas.length > 0)
    throw new ControlPlaneSetupError(
      'another control plane serves this database, and what it writes would be lost; stop it first; nothing was changed',
    );
  const { rows: foreign } = await client.query<{ name: string }>(`
    WITH own AS (SELECT relowner AS role FROM pg_class WHERE oid = 'drizzle.__drizzle_migrations'::regclass),
      place AS (SELECT * FROM pg_namespace WHERE nspname IN ('public', 'drizzle'))
    SELECT 'the schema ' || nspname || ' of another role' AS name FROM place WHERE NOT pg_has_role(nspowner, 'USAGE')
    UNION ALL SELECT 'the extension ' || extname FROM pg_extension JOIN place ON extnamespace = place.oid
    UNION ALL SELECT c.oid::regclass::text FROM own, pg_class c JOIN place ON relnamespace = place.oid
      WHERE relowner <> role OR relkind IN ('v', 'm', 'f')
    UNION ALL SELECT p.oid::regprocedure::text FROM own, pg_proc p JOIN place ON pronamespace = place.oid
      WHERE proowner <> role
    LIMIT 5`);
  if (foreign.length > 0)
    throw new ControlPlaneSetupError(
      `the database holds what Satrap did not make, and would lose it: ${foreign.map(({ name }) => name).join(', ')}. Move it to another database, or restore the backup into an empty one and name that in DATABASE_URL; nothing was changed`,
    );
}
