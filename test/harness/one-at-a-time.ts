import pg from 'pg';
import { inject } from 'vitest';

/** Does work that the files of a run must not do at the same time, such as making an image that several of them need. */
export async function oneAtATime<T>(
  what: string,
  work: () => Promise<T>,
  postgresUrl = inject('postgresUrl'),
): Promise<T> {
  // A lock of the database server, which ends with this process, whatever becomes of it.
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [what]);
    return await work();
  } finally {
    await client.end();
  }
}
