import { type Secret, secretPath } from '../../people/accounts/secret.ts';
import type { Database } from '../../platform/database/database.ts';
import { ControlPlaneSetupError, NotInitialised } from '../../settings.ts';
import { rpcCredentials } from '../../tables/rpc-credentials.ts';

/** Throws ControlPlaneSetupError if the database was not initialised, or with a secret other than the data folder's. */
export async function requireInit(database: Database, secret: Secret, dataDir: string): Promise<void> {
  const [row] = await database.select({ sealedPassword: rpcCredentials.sealedPassword }).from(rpcCredentials);
  if (row === undefined) throw new NotInitialised('this control plane has no organization yet');
  try {
    secret.unseal(row.sealedPassword);
  } catch (error) {
    throw new ControlPlaneSetupError(
      `${secretPath(dataDir)} is not the secret of this database; restore the file from the backup, or copy it from another replica`,
      { cause: error },
    );
  }
}
