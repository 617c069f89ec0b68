import type { RpcCredentialRotation } from '../../contract/types.generated.ts';
import { pg, sql } from '../platform/database/database.ts';
import { organizationId } from './accounts.ts';
import type { AuditActor } from './audit.ts';
import type { NodeRolloutPolicy } from './node-rollouts.ts';

/** A pair of RPC credentials: the password encrypted, and as the salted hash that bitcoind takes. */
export interface StoredPair {
  user: string;
  sealedPassword: string;
  rpcAuth: string;
}

/** A stage of a rotation that restarts nodes. */
export type RotatingStage = Extract<RpcCredentialRotation['stage'], 'adding' | 'ending'>;

/** A rotation of an organization's RPC credentials. */
export interface StoredRotation extends Required<Omit<RpcCredentialRotation, 'currentNodeName' | 'rollout'>> {
  id: string;
  formerExpiresInSeconds: number;
  /** The person who requested it, for the audit log of the changes that it makes. */
  actor: AuditActor;
  /** Of its rollouts. */
  policy: NodeRolloutPolicy;
  /** The rollout whose members are not part of `moved` and `skipped` yet; null between two. It may be gone. */
  rolloutId: string | null;
  /** The pair that is not the organization's: the new one while it is added, then the old one. */
  other: StoredPair;
}

const pair = {
  user: pg.text('user').notNull(),
  /** Encrypted with a key that is not in the database. */
  sealedPassword: pg.text('sealed_password').notNull(),
  rpcAuth: pg.text('rpc_auth').notNull(),
};

/** The pair of the first organization, with id 1. Marks an initialised control plane, and its secret. */
export const rpcCredentials = pg.pgTable('rpc_credentials', { id: pg.integer('id').primaryKey(), ...pair });

export const organizationRpcCredentials = pg.pgTable(
  'organization_rpc_credentials',
  {
    organizationId: organizationId().primaryKey(),
    ...pair,
    /** Derives the gateways' password of each node; encrypted like the password. Null before the first. */
    sealedGatewayKey: pg.text('sealed_gateway_key'),
    rotation: pg.jsonb('rotation').$type<StoredRotation>(),
    isRotating: pg.boolean('is_rotating').notNull().default(false),
  },
  (table) => [pg.index('organization_rpc_credentials_rotating').on(table.organizationId).where(sql`is_rotating`)],
);
