import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { organization } from '../accounts/tables.ts';
import type { StoredRotation } from './rpc-rotation.ts';

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

/** The pair of RPC credentials of all nodes of an organization. */
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
