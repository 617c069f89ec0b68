import type { Client } from 'pg';

/** Records that backups are scheduled, so that incidents follow if they stop. */
export const recordSchedule = (client: Client): Promise<unknown> =>
  client.query(
    `INSERT INTO backup_state (id, scheduled_since) VALUES (1, now()) ON CONFLICT (id) DO UPDATE
     SET scheduled_since = coalesce(backup_state.scheduled_since, excluded.scheduled_since)`,
  );

/** Records that backups are no longer scheduled, so that none can be overdue. Returns whether they were. */
export async function endSchedule(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE backup_state SET scheduled_since = NULL WHERE scheduled_since IS NOT NULL',
  );
  return rowCount !== null && rowCount > 0;
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

export interface LastBackup {
  /** An RFC 3339 instant. */
  at: string;
  rows: number;
}

/** Returns the last verified backup, or null before the first one. */
export async function readLastBackup(client: Client): Promise<LastBackup | null> {
  const { rows } = await client.query<{ at: Date; rows: number }>(
    'SELECT last_at AS at, last_rows AS rows FROM backup_state WHERE last_at IS NOT NULL',
  );
  const [last] = rows;
  return last === undefined ? null : { at: last.at.toISOString(), rows: last.rows };
}
