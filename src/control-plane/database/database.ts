import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Listen } from './listen.ts';

/** The database, or a transaction in it; embedded or a PostgreSQL server, both of which take the same statements. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface OpenDatabase {
  database: Database;
  /** Receives what any process sends with NOTIFY, on a connection of its own. */
  listen: Listen;
  /** Tells other processes where this one serves; needed only for the embedded database. */
  announce(url: string): void;
  /** Ends within seconds, also when the database does not answer. */
  close(): Promise<void>;
}

/** Returns the rows of a raw statement; both drivers answer in this shape. */
export const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;

/** Returns what the database said of a failed statement, such as the code 23505; empty for any other error. */
export const databaseErrorOf = (error: unknown): { code?: string; constraint?: string } =>
  ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };
