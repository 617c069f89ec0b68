import type { Secret } from './accounts/secret.ts';
import { secretPath } from './accounts/secret-file.ts';
import type { Database } from './database/database.ts';
import { rpcCredentials } from './nodes/rpc-credentials/table.ts';
import { ControlPlaneSetupError } from './settings.ts';

/** Throws ControlPlaneSetupError when the database was not initialised yet, or with another secret than that of the data folder. */
export async function requireInit(database: Database, secret: Secret, dataDir: string): Promise<void> {
  const [row] = await database.select({ sealedPassword: rpcCredentials.sealedPassword }).from(rpcCredentials);
  if (row === undefined) {
    throw new ControlPlaneSetupError(
      'this control plane has no organization yet; run “satrap control-plane init” first',
    );
  }
  try {
    secret.unseal(row.sealedPassword);
  } catch (error) {
    throw new ControlPlaneSetupError(
      `${secretPath(dataDir)} is not the secret of this database; put back the file from the backup, or copy it from another replica`,
      { cause: error },
    );
  }
}
