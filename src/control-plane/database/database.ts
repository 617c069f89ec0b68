import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Listen } from './listen.ts';

/** The database, or a transaction in it. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface OpenDatabase {
  database: Database;
  /** Receives what any process sends with NOTIFY, on a connection of its own. */
  listen: Listen;
  /** URL of its PostgreSQL server, for connections of one's own; of the embedded one while it is open. Holds the password, if any. */
  url: string;
  /** Connections of this process; `waiting` counts what waits for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Tells other processes where this one serves; needed only for the embedded database. */
  announce(url: string): void;
  /** Ends within seconds, also when the database does not answer. */
  close(): Promise<void>;
}

/** Returns the rows of a raw statement. */
export const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;

/** Returns what the database said of a failed statement, such as the code 23505; empty for any other error. */
export const databaseErrorOf = (error: unknown): { code?: string; constraint?: string } =>
  ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };
