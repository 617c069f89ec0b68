import { sql } from '../platform/database/drizzle.ts';
import { boolean, index, integer, jsonb, pgTable, text } from '../platform/database/drizzle-pg.ts';
import { organization } from './accounts.ts';

/** A pair of RPC credentials: the password encrypted, and as the salted hash that bitcoind takes. */
export interface StoredPair {
  user: string;
  sealedPassword: string;
  rpcAuth: string;
}

/**
 * How far a rotation is: the new pair is added to every node beside the old one; then the new one is the organization's and both are valid for
 * a while; then the old one ends on every node.
 */
export type RotationStage = 'adding' | 'both_valid' | 'ending' | 'done';

/** A rotation of an organization's RPC credentials. Times are ISO times. */
export interface StoredRotation {
  id: string;
  stage: RotationStage;
  /** Why it goes on no more until somebody asks for it again; null while it goes on. */
  stopped: string | null;
  requestedAt: string;
  requestedBy: string;
  formerValidForMinutes: number;
  /** Null before both are valid. */
  formerValidUntil: string | null;
  endedAt: string | null;
  /** The node that is being restarted now. */
  current: { id: string; name: string; since: string } | null;
  /** How many nodes were restarted in this stage. */
  moved: number;
  /** Nodes that were off: they take the pairs with their next start. */
  skipped: { name: string; reason: string }[];
  /** The pair that is not the organization's: the new one while it is added, the old one afterwards. */
  other: StoredPair;
}

const pair = {
  user: text('user').notNull(),
  /** Encrypted with a key that is not in the database. */
  sealedPassword: text('sealed_password').notNull(),
  /** The value of bitcoind's `rpcauth`: a salted hash. */
  rpcAuth: text('rpc_auth').notNull(),
};

/**
 * The pair of the first organization, in the one row with id 1. It says that the control plane is initialised, and with which secret. It was
 * the pair of all organizations before each had its own.
 */
export const rpcCredentials = pgTable('rpc_credentials', { id: integer('id').primaryKey(), ...pair });

export const organizationRpcCredentials = pgTable(
  'organization_rpc_credentials',
  {
    organizationId: text('organization_id')
      .primaryKey()
      .references(() => organization.id, { onDelete: 'cascade' }),
    ...pair,
    /** The last rotation; null when there was none. */
    rotation: jsonb('rotation').$type<StoredRotation>(),
    /** Whether that rotation has something to do. */
    isRotating: boolean('is_rotating').notNull().default(false),
  },
  (table) => [index('organization_rpc_credentials_rotating').on(table.organizationId).where(sql`is_rotating`)],
);
