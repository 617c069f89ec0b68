import type { Client } from 'pg';
import type { TestControlPlane } from './control-plane.ts';

/** How many connections to PostgreSQL a control plane with metrics uses now, of all shares or of one. */
export async function connectionsInUse({ settings }: TestControlPlane, share = '\\w+'): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${settings.metrics?.port}/metrics`)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{share="${share}"\\} (\\d+)$`, 'gm'))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    );
  return sum('satrap_database_connections') - sum('satrap_database_idle_connections');
}

/** How many statements like this wait for a lock in the database of a connection, which may be within a transaction. */
export async function waitingForLock(client: Client, statement = '%'): Promise<number> {
  // Otherwise a transaction keeps seeing its first snapshot.
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE $1",
    [statement],
  );
  return rows.length;
}
