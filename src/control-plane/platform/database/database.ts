import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Listen } from './listen.ts';
import type { Owner } from './pool/fair-queue.ts';
import type { ShareName } from './pool/shares.ts';

/** The database, or a transaction in it. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** For whom statements run. */
export interface DatabaseUser extends Partial<Owner> {
  share: ShareName;
  /** Ends statements, and waits for a connection, when nobody waits for the result any more. */
  signal?: AbortSignal;
  /** Is called after each statement with the milliseconds that it took. */
  onSpent?: (ms: number) => void;
}

export type DatabaseFor = (user: DatabaseUser) => Database;

export interface OpenDatabase {
  /** Runs its statements on the connections of the jobs. */
  database: Database;
  databaseFor: DatabaseFor;
  /** Receives what any process sends with NOTIFY, on a connection of its own. */
  listen: Listen;
  /** URL of its PostgreSQL server, for connections of one's own; of the embedded one while it is open. Holds the password, if any. */
  url: string;
  /** Connections of this process, by the share that they belong to; `waiting` counts what waits for one. */
  connections(): { share: ShareName; total: number; idle: number; waiting: number }[];
  /** Tells other processes where this one serves; needed only for the embedded database. */
  announce(url: string): void;
  /** Ends within seconds, also when the database does not answer. */
  close(): Promise<void>;
}

/** Returns the rows of a raw statement. */
export const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;

/** Returns how many rows a raw statement inserted, updated or deleted. */
export const changedRows = (result: unknown): number => (result as { rowCount: number | null }).rowCount ?? 0;

/** Returns what the database said of a failed statement, such as the code 23505; empty for any other error. */
export const databaseErrorOf = (error: unknown): { code?: string; constraint?: string } =>
  ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };
