import { inject } from 'vitest';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';

/** Runs work that the files of a run must not do concurrently, such as building a shared image. */
export const oneAtATime = <T>(what: string, work: () => Promise<T>, postgresUrl = inject('postgresUrl')): Promise<T> =>
  withConnection(postgresUrl, async (client) => {
    // A lock of the database server, which ends with this process in any case.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [what]);
    return work();
  });
