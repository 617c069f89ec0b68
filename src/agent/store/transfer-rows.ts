import type { DatabaseSync } from 'node:sqlite';

/**
 * Replaces the content of a store by that of another, maybe later version, which only adds tables and columns.
 * `areOrphaned`: what is desired may be out of date, so no node is touched before the control plane lists it again.
 */
export function transferRows(from: string, to: DatabaseSync, { areOrphaned }: { areOrphaned: boolean }): void {
  to.prepare('ATTACH DATABASE ? AS source').run(from);
  try {
    to.exec('BEGIN IMMEDIATE');
    for (const table of tablesOf(to)) {
      const columns = columnsOf(to, table).join(', ');
      to.exec(
        `DELETE FROM main.${table}; INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table}`,
      );
    }
    if (areOrphaned) to.exec(`UPDATE desired_node SET vanished = 1; DELETE FROM identity WHERE key = 'revision'`);
    to.exec('COMMIT');
  } finally {
    if (to.isTransaction) to.exec('ROLLBACK');
    to.exec('DETACH DATABASE source');
  }
}

const tablesOf = (store: DatabaseSync): string[] =>
  store
    .prepare(`SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
    .all()
    .map(({ name }) => quoted(String(name)));

const columnsOf = (store: DatabaseSync, table: string): string[] =>
  store
    .prepare(`PRAGMA main.table_info(${table})`)
    .all()
    .map(({ name }) => quoted(String(name)));

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
