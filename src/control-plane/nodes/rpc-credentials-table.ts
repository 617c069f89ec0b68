import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The one pair of RPC credentials of all nodes, in the one row with id 1. */
export const rpcCredentials = pgTable('rpc_credentials', {
  id: integer('id').primaryKey(),
  user: text('user').notNull(),
  /** Encrypted with a key that is not in the database. */
  sealedPassword: text('sealed_password').notNull(),
  /** The value of bitcoind's `rpcauth`: a salted hash. */
  rpcAuth: text('rpc_auth').notNull(),
});
