import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The database, embedded or a PostgreSQL server: both take the same statements. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Rows of a raw statement; both drivers answer in this shape. */
export const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;

/** What the database itself said of a statement that failed, such as the code 23505; empty for any other error. */
export const faultOf = (error: unknown): { code?: string; constraint?: string } =>
  ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };
