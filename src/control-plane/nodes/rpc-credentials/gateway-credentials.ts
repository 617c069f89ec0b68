import { createHmac, randomBytes } from 'node:crypto';
import { rpcAuth } from '../../../bitcoin/rpc-auth.ts';
import { and, type Database, isNull, oneRow } from '../../platform/database/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { organizationRpcCredentials } from '../../tables/rpc-credentials.ts';
import { ofOrganization, rpcCredentialsOf } from './rpc-credentials.ts';

/** The user of the gateways at each daemon. Its `rpcwhitelist` is the agent's. */
export const gatewayUser = 'satrap-gateway';

export interface GatewayPair {
  user: string;
  password: string;
  rpcAuth: string;
}

/**
 * Returns the gateways' pair of a node. Each node has its own, so that a host learns only those of the nodes that it
 * serves; derived, so that no row has to be kept for each node.
 */
export function gatewayPairOf(key: string, nodeId: string): GatewayPair {
  const derived = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${nodeId}`).digest();
  const password = derived('password').toString('base64url');
  const salt = derived('salt').toString('hex').slice(0, 32);
  return { user: gatewayUser, password, rpcAuth: rpcAuth(gatewayUser, password, salt) };
}

/** Returns the key of an organization's gateways, and creates it if there is none. */
export async function gatewayKeyOf(database: Database, secret: Sealing, organizationId: string): Promise<string> {
  await rpcCredentialsOf(database, secret, organizationId);
  const { sealedGatewayKey } = organizationRpcCredentials;
  const isOwn = ofOrganization(organizationId);
  const stored = async () =>
    oneRow(await database.select({ sealedGatewayKey }).from(organizationRpcCredentials).where(isOwn)).sealedGatewayKey;
  const found = await stored();
  if (found !== null) return secret.unseal(found);
  // Two concurrent requests both use what the first one stored.
  await database
    .update(organizationRpcCredentials)
    .set({ sealedGatewayKey: secret.seal(randomBytes(32).toString('base64url')) })
    .where(and(isOwn, isNull(sealedGatewayKey)));
  const created = await stored();
  if (created === null) throw new Error('the key of the gateways was not stored');
  return secret.unseal(created);
}
