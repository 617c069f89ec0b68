import type { Client } from '../../bitcoin/clients/registry.ts';
import type { ConfigOverride, CustomSignet, Network, NodeTor, NodeType } from '../../bitcoin/node-config.ts';
import type {
  ClientCapabilityInput,
  DesiredState,
  NodeDataPolicy,
  NodeMetrics,
  NodePhase,
  NodePlacement,
  ObservedNodeInput,
} from '../../contract/types.generated.ts';
import { and, eq, isNull, pg, type SQL, sql } from '../platform/database/database.ts';
import { belongsTo, ofOrganization, oneOf, type TenantKey } from '../platform/database/tenant-keys.ts';
import { instant } from './accounts.ts';
import { type ExecutorRow, executor, ofExecutor } from './executors.ts';

/** The `rpcauth` values that a node accepts: two during a rotation; the original ones after a takeover. */
export interface RpcAuths {
  rpcAuth: string;
  formerRpcAuth: string | null;
}

export const node = pg.pgTable(
  'node',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    ...ofExecutor(),
    name: pg.text('name').notNull(),
    network: pg.text('network').$type<Network>().notNull(),
    /** Null for the public signet, and on every other network. */
    signet: pg.jsonb('signet').$type<CustomSignet>(),
    client: pg.text('client').$type<Client>().notNull(),
    clientVersion: pg.text('client_version').notNull(),
    /** The version that created its data; null if unknown. */
    firstClientVersion: pg.text('first_client_version'),
    /** Null for none. */
    tor: pg.jsonb('tor').$type<NodeTor>(),
    nodeType: pg.text('node_type').$type<NodeType>().notNull(),
    cpuCores: pg.doublePrecision('cpu_cores').notNull(),
    memoryMiB: pg.integer('memory_mib').notNull(),
    diskGiB: pg.integer('disk_gib').notNull(),
    overrides: pg.jsonb('overrides').$type<ConfigOverride[]>().notNull(),
    labels: pg.jsonb('labels').$type<Record<string, string>>().notNull().default({}),
    desiredState: pg.text('desired_state').$type<DesiredState>().notNull(),
    restartCounter: pg.integer('restart_counter').notNull().default(0),
    dataPolicy: pg.text('data_policy').$type<NodeDataPolicy>().notNull().default('keep'),
    /** Whether its agent reverts a change that makes the node fail. */
    revertFailedChange: pg.boolean('revert_failed_change').notNull().default(true),
    /** The wallets that a deletion may remove with the chain data; null if it must not remove any. */
    removableWallets: pg.jsonb('removable_wallets').$type<string[]>(),
    revision: pg.integer('revision').notNull().default(1),
    observed: pg.jsonb('observed').$type<ObservedNodeInput>(),
    observedAt: instant('observed_at'),
    metrics: pg.jsonb('metrics').$type<NodeMetrics>(),
    metricsAt: instant('metrics_at'),
    /** What it must accept during a rotation or since a takeover; null for its organization's credentials. */
    rpcAuths: pg.jsonb('rpc_auths').$type<RpcAuths>(),
    dataRoot: pg.text('data_root'),
    placement: pg.jsonb('placement').$type<NodePlacement>(),
    /** Whether it was created with chain data, adopted or copied. */
    createdWithData: pg.boolean('created_with_data').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** When its executor confirmed the deletion. The row stays as long as its events. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    belongsTo(table.organizationId, table.executorId, executor),
    pg.uniqueIndex('node_name').on(table.organizationId, table.name).where(sql`removed_at IS NULL`),
    pg.index('node_executor').on(table.executorId),
    // For what looks at the nodes of all organizations.
    pg.index('node_by_id').on(table.id),
    pg.index('node_labels').using('gin', table.labels.op('jsonb_path_ops')),
  ],
);

/** The columns of a row that is deleted with its node. */
export const ofNode = () => ({ organizationId: ofOrganization(), nodeId: pg.uuid('node_id').notNull() });

/**
 * What lists of nodes filter and sort by: one narrow row for each node that is not removed, because rows of `node` are
 * wide. Triggers of the migration write it in the transaction of each change.
 */
export const nodeListing = pg.pgTable(
  'node_listing',
  {
    id: pg.uuid('id').notNull(),
    ...ofExecutor(),
    name: pg.text('name').notNull(),
    network: pg.text('network').$type<Network>().notNull(),
    /** The network’s name: of a custom signet, with its challenge. */
    networkName: pg.text('network_name').notNull(),
    clientVersion: pg.text('client_version').notNull(),
    desiredState: pg.text('desired_state').$type<DesiredState>().notNull(),
    /** As its agent reported it; null before the first report. */
    phase: pg.text('phase').$type<NodePhase>(),
    /** Codes of the reported problems. */
    problems: pg.text('problems').array().notNull(),
    /** In blocks; null before the first sample. */
    height: pg.integer('height'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    ...oneOf(table.organizationId, table.id, node),
    pg.index('node_listing_name').on(table.organizationId, table.name, table.id),
    pg.index('node_listing_network').on(table.organizationId, table.network),
    pg.index('node_listing_executor').on(table.executorId),
    pg.index('node_listing_created').on(table.organizationId, table.createdAt, table.name),
    pg.index('node_listing_updated').on(table.organizationId, table.updatedAt, table.name),
  ],
);

/** The nodes of an executor that are not removed. */
export const nodesOn = ({ organizationId, id }: TenantKey, condition?: SQL): SQL | undefined =>
  and(eq(node.organizationId, organizationId), eq(node.executorId, id), isNull(node.removedAt), condition);

export type NodeRow = typeof node.$inferSelect & { executor: ExecutorRow };

export interface NodeOptionsRow {
  executor: ExecutorRow | null;
  networks: Network[];
  nodeTypes: NodeType[];
  clients: ClientCapabilityInput[];
  client: Client;
  clientVersion: string;
}
