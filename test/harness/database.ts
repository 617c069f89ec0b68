import type { Database } from '../../src/control-plane/database/database.ts';
import { openDatabase } from '../../src/control-plane/database/open.ts';
import { quiet, type TestControlPlane } from './control-plane.ts';

/** Works on a control plane's database, for states that its API cannot bring about; the server is down meanwhile. */
export async function whileDown(
  controlPlane: TestControlPlane,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  await controlPlane.stop();
  const { database, close } = await openDatabase(controlPlane.settings, quiet);
  try {
    await work(database);
  } finally {
    await close();
  }
  await controlPlane.serve();
}
