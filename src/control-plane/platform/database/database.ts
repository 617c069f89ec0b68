import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pRetry from 'p-retry';
import type { Owner } from './pool/fair-queue.ts';
import type { ShareName } from './pool/shares.ts';

export type Database = PgDatabase<PgQueryResultHKT>;

export interface DatabaseUser extends Partial<Owner> {
  share: ShareName;
  /** Ends statements, and waits for a connection, when nobody waits for the result any more. */
  signal?: AbortSignal;
  /** Is called after each statement with the milliseconds that it took. */
  onSpent?: (ms: number) => void;
}

export type DatabaseFor = (user: DatabaseUser) => Database;

export interface OpenDatabase {
  database: Database;
  databaseFor: DatabaseFor;
  listen: Listen;
  /** URL of its PostgreSQL server, for connections of one's own; of the embedded one while it is open. Holds the password, if any. */
  url: string;
  connections(): { share: ShareName; total: number; idle: number; waiting: number }[];
  announce(url: string): void;
  /** Ends within seconds, also when the database does not answer. */
  close(): Promise<void>;
}

export const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;

/** Returns how many rows a raw statement inserted, updated or deleted. */
export const changedRows = (result: unknown): number => (result as { rowCount: number | null }).rowCount ?? 0;

/** Returns what the database said of a failed statement, such as the code 23505; empty for any other error. */
export const databaseErrorOf = (error: unknown): { code?: string; constraint?: string } =>
  ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };

export interface ListenOptions {
  channel: string;
  onOpen(): void;
  onPayload(payload: string): void;
}

export type Listen = (options: ListenOptions, signal: AbortSignal) => Promise<void>;

/** Deadlock and serialization failure: the database gave way to another transaction, and a second try may succeed. */
const retryable = /^40(P01|001)$/;

/** Works in one transaction; retries deadlocks and serialization failures. Lock an executor before its nodes, or two orders deadlock. */
export const transact = <T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  pRetry(() => database.transaction(work), {
    retries: 2,
    minTimeout: 20,
    randomize: true,
    shouldRetry: ({ error }) => retryable.test(databaseErrorOf(error).code ?? ''),
  });
