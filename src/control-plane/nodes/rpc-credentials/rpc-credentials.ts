import { randomBytes } from 'node:crypto';
import { rpcAuth } from '../../../bitcoin/rpc-auth.ts';
import { type Database, eq, oneRow } from '../../platform/database/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { organizationRpcCredentials, type StoredPair } from '../../tables/rpc-credentials.ts';

const rpcUser = 'satrap';

/** Creates a pair of RPC credentials. The password is stored encrypted, and as the salted hash that bitcoind takes. */
export function newRpcCredentials(secret: Sealing): StoredPair {
  const password = randomBytes(32).toString('base64url');
  return {
    user: rpcUser,
    sealedPassword: secret.seal(password),
    rpcAuth: rpcAuth(rpcUser, password, randomBytes(16).toString('hex')),
  };
}

export const ofOrganization = (organizationId: string) => eq(organizationRpcCredentials.organizationId, organizationId);

/** Returns the RPC credentials of an organization's nodes, and creates them if there are none. */
export async function rpcCredentialsOf(
  database: Database,
  secret: Sealing,
  organizationId: string,
): Promise<StoredPair> {
  const stored = () => database.select().from(organizationRpcCredentials).where(ofOrganization(organizationId));
  const [found] = await stored();
  if (found !== undefined) return found;
  // Two concurrent requests both use what the first one stored.
  await database
    .insert(organizationRpcCredentials)
    .values({ organizationId, ...newRpcCredentials(secret) })
    .onConflictDoNothing();
  return oneRow(await stored());
}
