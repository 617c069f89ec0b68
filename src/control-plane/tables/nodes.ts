import type { ConfigOverride, Network, NodeType } from '../../bitcoin/node-config.ts';
import type {
  DesiredState,
  NodeDataPolicy,
  NodeMetrics,
  NodePlacement,
  ObservedNodeInput,
} from '../../contract/types.generated.ts';
import { sql } from '../platform/database/drizzle.ts';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from '../platform/database/drizzle-pg.ts';
import { organizationId } from './accounts.ts';
import { type ExecutorRow, executor } from './executors.ts';

/** The values of bitcoind's `rpcauth` that a node accepts: two during a rotation, those that it had where it was taken over. */
export interface RpcAuths {
  rpcAuth: string;
  formerRpcAuth: string | null;
}

/** One node: its desired state, and what its executor last reported. */
export const node = pgTable(
  'node',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    executorId: uuid('executor_id')
      .notNull()
      .references(() => executor.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    network: text('network').$type<Network>().notNull(),
    client: text('client').$type<'bitcoind'>().notNull(),
    clientVersion: text('client_version').notNull(),
    /** The version that its data was begun with, as far as it is known here; null where that is not known. */
    firstClientVersion: text('first_client_version'),
    nodeType: text('node_type').$type<NodeType>().notNull(),
    cpuCores: doublePrecision('cpu_cores').notNull(),
    memoryMiB: integer('memory_mib').notNull(),
    diskGiB: integer('disk_gib').notNull(),
    overrides: jsonb('overrides').$type<ConfigOverride[]>().notNull(),
    desiredState: text('desired_state').$type<DesiredState>().notNull(),
    restartCounter: integer('restart_counter').notNull().default(0),
    dataPolicy: text('data_policy').$type<NodeDataPolicy>().notNull().default('keep'),
    /** Whether its agent takes back a change that makes it fail. */
    revertFailedChange: boolean('revert_failed_change').notNull().default(true),
    /** The wallets that a deletion may remove with the chain data; null where it was not asked to remove any. */
    removableWallets: jsonb('removable_wallets').$type<string[]>(),
    revision: integer('revision').notNull().default(1),
    observed: jsonb('observed').$type<ObservedNodeInput>(),
    observedAt: timestamp('observed_at', { withTimezone: true }),
    metrics: jsonb('metrics').$type<NodeMetrics>(),
    metricsAt: timestamp('metrics_at', { withTimezone: true }),
    /** The RPC credentials that it is asked to accept during a rotation or since it was taken over; null for those of its organization alone. */
    rpcAuths: jsonb('rpc_auths').$type<RpcAuths>(),
    /** Where its data was asked to begin; null for the default data root. */
    dataRoot: text('data_root'),
    /** How its executor was chosen; null for a node that is older than this column. */
    placement: jsonb('placement').$type<NodePlacement>(),
    /** Whether it was created with chain data: that of a deleted node, or a copy. */
    createdWithData: boolean('created_with_data').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** When its executor confirmed the deletion. The row stays as long as its events. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('node_name').on(table.organizationId, table.name).where(sql`removed_at IS NULL`),
    index('node_executor').on(table.executorId),
    index('node_created').on(table.organizationId, table.createdAt, table.name),
    index('node_updated').on(table.organizationId, table.updatedAt, table.name),
  ],
);

/** A node together with the executor that it runs on. */
export type NodeRow = typeof node.$inferSelect & { executor: ExecutorRow };
