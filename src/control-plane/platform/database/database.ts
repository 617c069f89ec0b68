import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pRetry from 'p-retry';
import type { Notify } from '../../../timing/notify.ts';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import type { Owner } from './pool/fair-queue.ts';
import type { ShareName } from './pool/shares.ts';

// Drizzle's parts are imported from here: the package describes its modules in 177 kB of JSON, which Node parses again
// for each file that imports it. 200 imports took a quarter of the CPU time of a start. The few that import it themselves
// do not matter.
export * from 'drizzle-orm';
export * as pg from 'drizzle-orm/pg-core';
export * from './tenant-keys.ts';

export type Database = PgDatabase<PgQueryResultHKT>;

export interface DatabaseUser extends Partial<Owner> {
  share: ShareName;
  /** Cancels statements, and waits for a connection, once nobody waits for the result. */
  signal?: AbortSignal;
  /** Called after each statement that the database answered, with its duration in milliseconds. */
  onSpent?: (ms: number) => void;
}

/** Reads what nobody has just changed, from the read replica if there is one that keeps up. */
export type Read = <T>(user: DatabaseUser, work: (database: Database) => Promise<T>) => Promise<T>;

export type DatabaseFor = (user: DatabaseUser) => Database;

/** The table of the bus whose rows this process sends after their commit. */
export const busOutboxName = 'bus_outbox';
export const intoBusOutbox = `INSERT INTO ${busOutboxName}`;

export interface OpenDatabase {
  database: Database;
  databaseFor: DatabaseFor;
  read: Read;
  /** Watch the read replica. */
  replicaTasks: readonly PeriodicTask[];
  listen: Listen;
  /** Notified when a transaction of this process that wrote to the outbox of the bus has been committed. */
  published: Notify;
  /** URL of the server, for separate connections, while this is open. Contains the password, if any. */
  url: string;
  connections(): { share: ShareName; total: number; idle: number; waiting: number }[];
  announce(url: string): void;
  /** Completes within seconds, even if the database does not respond. */
  close(): Promise<void>;
}

export const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;

/** Returns the row of a statement that always returns one. */
export function oneRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('the database returned no row');
  return row;
}

/** Returns the database's error of a failed statement, such as code 23505; empty for any other error. */
export const databaseErrorOf = (error: unknown): { code?: string; constraint?: string } =>
  ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };

export interface ListenOptions {
  channel: string;
  onOpen(): void;
  onPayload(payload: string): void;
}

export type Listen = (options: ListenOptions, signal: AbortSignal) => Promise<void>;

/** Deadlock and serialization failure: the transaction gave way to another one, and a retry may succeed. */
const retryable = /^40(P01|001)$/;

/** Runs one transaction; retries deadlocks and serialization failures. Lock an executor before its nodes. */
export const transact = <T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  pRetry(() => database.transaction(work), {
    retries: 2,
    minTimeout: 20,
    randomize: true,
    shouldRetry: ({ error }) => retryable.test(databaseErrorOf(error).code ?? ''),
  });
