import type { Client } from 'pg';

/** Records that backups are scheduled, so that incidents follow if they stop. */
export const recordSchedule = (client: Client): Promise<unknown> =>
  client.query(
    `INSERT INTO backup_state (id, scheduled_since) VALUES (1, now()) ON CONFLICT (id) DO UPDATE
     SET scheduled_since = coalesce(backup_state.scheduled_since, excluded.scheduled_since), disabled_at = NULL`,
  );

/**
 * Records that an operator turned scheduled backups off, so that none can be overdue: they back up in another way. Returns
 * whether backups were scheduled.
 */
export async function endSchedule(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ wasScheduled: boolean }>(
    `WITH earlier AS (SELECT scheduled_since FROM backup_state WHERE id = 1)
     INSERT INTO backup_state (id, disabled_at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE
     SET scheduled_since = NULL, disabled_at = coalesce(backup_state.disabled_at, excluded.disabled_at)
     RETURNING coalesce((SELECT scheduled_since IS NOT NULL FROM earlier), false) AS "wasScheduled"`,
  );
  return rows[0]?.wasScheduled ?? false;
}

/** Records a verified backup as the last one. */
export const recordLastBackup = (client: Client, rows: number): Promise<unknown> =>
  client.query(
    `INSERT INTO backup_state (id, last_at, last_rows) VALUES (1, now(), $1) ON CONFLICT (id) DO UPDATE
     SET last_at = excluded.last_at, last_rows = excluded.last_rows`,
    [rows],
  );

/** Records a backup that was read in full and restored: the database holds only those before it. */
export const recordRestoredBackup = (client: Client, createdAt: string, rows: number): Promise<unknown> =>
  client.query('UPDATE backup_state SET last_at = $1, last_rows = $2', [createdAt, rows]);

/** Its instants are in RFC 3339. */
export interface BackupFacts {
  /** The last verified backup, scheduled or not; null before the first one. */
  lastBackup: { at: string; rows: number } | null;
  /** When an operator turned scheduled backups off; null unless they are off by intent. */
  backupsDisabledAt: string | null;
}

export async function readBackups(client: Client): Promise<BackupFacts> {
  const { rows } = await client.query<{ at: Date | null; rows: number; disabledAt: Date | null }>(
    'SELECT last_at AS at, last_rows AS rows, disabled_at AS "disabledAt" FROM backup_state',
  );
  const { at = null, rows: count = 0, disabledAt = null } = rows[0] ?? {};
  return {
    lastBackup: at === null ? null : { at: at.toISOString(), rows: count },
    backupsDisabledAt: disabledAt?.toISOString() ?? null,
  };
}
