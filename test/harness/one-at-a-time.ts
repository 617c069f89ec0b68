import { chmodSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';

/** Runs work that the files of a run must not do concurrently, such as building a shared image. */
export const oneAtATime = <T>(what: string, work: () => Promise<T>, postgresUrl = inject('postgresUrl')): Promise<T> =>
  withConnection(postgresUrl, async (client) => {
    // A lock of the database server, which ends with this process in any case.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [what]);
    return work();
  });

/** Returns a folder of the run, which the first call fills in a draft: an interrupted one is filled again. */
export async function oncePerRun(name: string, fill: (draft: string) => Promise<unknown>): Promise<string> {
  const folder = join(inject('runFolder'), name);
  const make = async () => {
    if (existsSync(folder)) return;
    const draft = mkdtempSync(`${folder}-`);
    await fill(draft);
    // What is copied from it is to be readable, like an installed program.
    chmodSync(draft, 0o755);
    renameSync(draft, folder);
  };
  if (!existsSync(folder)) await oneAtATime(folder, make);
  return folder;
}
