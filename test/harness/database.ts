import { inject } from 'vitest';
import type { Database, OpenDatabase } from '../../src/control-plane/platform/database/database.ts';
import { openServer, withDatabase } from '../../src/control-plane/platform/database/open.ts';
import { quiet, type TestControlPlane } from './control-plane.ts';
import { makeMigratedDatabase } from './server-database.ts';

/** Opens an empty database without a control plane. The caller closes it, which also removes it. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const { databaseUrl, drop } = await makeMigratedDatabase(inject('postgresUrl'));
  const opened = await openServer(databaseUrl, quiet);
  const close = async () => {
    await opened.close();
    await drop();
  };
  return { ...opened, close };
}

/**
 * Runs statements on a control plane's database, for states that its API cannot create; the server is stopped
 * meanwhile.
 */
export async function whileDown(
  controlPlane: TestControlPlane,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  await controlPlane.stop();
  await withDatabase(controlPlane.settings, quiet, work);
  await controlPlane.serve();
}
