import pg from 'pg';
import { inject } from 'vitest';

/** Runs work that the files of a run must not do concurrently, such as building a shared image. */
export async function oneAtATime<T>(
  what: string,
  work: () => Promise<T>,
  postgresUrl = inject('postgresUrl'),
): Promise<T> {
  // A lock of the database server, which ends with this process in any case.
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [what]);
    return await work();
  } finally {
    await client.end();
  }
}
