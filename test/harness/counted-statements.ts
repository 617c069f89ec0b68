import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from '../../src/control-plane/platform/database/database.ts';

/** Returns how many statements work on this connection takes. */
export async function countStatements(
  client: pg.Client,
  work: (database: Database) => Promise<unknown>,
): Promise<number> {
  let statements = 0;
  await work(drizzle(client, { logger: { logQuery: () => statements++ } }));
  return statements;
}
