import type { Network } from '../../bitcoin/node-config.ts';
import type { ConsumerCount, ConsumerPreset, EndpointHostMember, EndpointTls } from '../../contract/types.generated.ts';
import { belongsTo, ofOrganization, pg } from '../platform/database/database.ts';
import { instant, organizationId } from './accounts.ts';
import { executor, ofExecutor } from './executors.ts';

/** An address at which gateways serve the JSON-RPC of several nodes. */
export const endpoint = pg.pgTable(
  'endpoint',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    organizationId: organizationId(),
    name: pg.text('name').notNull(),
    network: pg.text('network').$type<Network>().notNull(),
    /** Its nodes; null if labels select them. A deleted node stays listed. */
    nodeIds: pg.jsonb('node_ids').$type<string[]>(),
    nodeLabels: pg.jsonb('node_labels').$type<Record<string, string>>().notNull().default({}),
    /** The hosts that serve it. A deleted host stays listed. */
    executorIds: pg.jsonb('executor_ids').$type<string[]>().notNull(),
    address: pg.text('address').notNull(),
    port: pg.integer('port').notNull(),
    tls: pg.jsonb('tls').$type<EndpointTls>(),
    pinnedBlockHash: pg.text('pinned_block_hash'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg.unique('endpoint_name').on(table.organizationId, table.name),
  ],
);

export type EndpointRow = typeof endpoint.$inferSelect;

const ofEndpoint = () => ({ organizationId: ofOrganization(), endpointId: pg.uuid('endpoint_id').notNull() });

export interface StoredConsumerSecret {
  id: string;
  /** SHA-256 in hex. A secret has 32 random bytes, so that a plain hash cannot be reversed. */
  sha256: string;
  /** An ISO time; null for the current secret. */
  until: string | null;
}

/** A program that calls an endpoint. */
export const consumer = pg.pgTable(
  'consumer',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    ...ofEndpoint(),
    name: pg.text('name').notNull(),
    preset: pg.text('preset').$type<ConsumerPreset>().notNull(),
    addedMethods: pg.jsonb('added_methods').$type<string[]>().notNull(),
    removedMethods: pg.jsonb('removed_methods').$type<string[]>().notNull(),
    /** The current one first. */
    secrets: pg.jsonb('secrets').$type<StoredConsumerSecret[]>().notNull(),
    callsPerSecond: pg.integer('calls_per_second').notNull(),
    callsInFlight: pg.integer('calls_in_flight').notNull(),
    expiresAt: instant('expires_at'),
    /** When the event of its expiry was recorded; null before that. */
    expiryRecordedAt: instant('expiry_recorded_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    belongsTo(table.organizationId, table.endpointId, endpoint),
    pg.unique('consumer_name').on(table.organizationId, table.endpointId, table.name),
  ],
);

export type ConsumerRow = typeof consumer.$inferSelect;

/** A node of an endpoint on a host. */
export interface StoredHostMember extends EndpointHostMember {
  /** What the last event says of it; null before the first. */
  recorded: 'used' | 'unused' | null;
}

/** What the gateway of a host last reported on an endpoint. */
export const endpointReport = pg.pgTable(
  'endpoint_report',
  {
    ...ofEndpoint(),
    executorId: ofExecutor().executorId,
    isListening: pg.boolean('is_listening').notNull(),
    /** Why it does not serve the endpoint, or which change it could not apply; null without a problem. */
    reason: pg.text('reason'),
    /** Of the settings in use; null if unknown. */
    digest: pg.text('digest'),
    members: pg.jsonb('members').$type<StoredHostMember[]>().notNull(),
    reportedAt: instant('reported_at').notNull().defaultNow(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.endpointId, table.executorId] }),
    belongsTo(table.organizationId, table.endpointId, endpoint),
    belongsTo(table.organizationId, table.executorId, executor),
  ],
);

/** The calls of a consumer on one host. */
export const consumerUsage = pg.pgTable(
  'consumer_usage',
  {
    organizationId: ofOrganization(),
    consumerId: pg.uuid('consumer_id').notNull(),
    executorId: ofExecutor().executorId,
    lastUsedAt: instant('last_used_at').notNull(),
    /** The start of the gateway that counts. */
    countedSince: instant('counted_since').notNull(),
    /** Since then. */
    counts: pg.jsonb('counts').$type<ConsumerCount[]>().notNull(),
    /** Those of earlier gateways. */
    earlier: pg.jsonb('earlier').$type<ConsumerCount[]>().notNull(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.consumerId, table.executorId] }),
    belongsTo(table.organizationId, table.consumerId, consumer),
    belongsTo(table.organizationId, table.executorId, executor),
  ],
);

export type UsageRow = typeof consumerUsage.$inferSelect;

/** The recorded calls of consumers, so that one that is reported again is not recorded again. */
export const endpointCall = pg.pgTable(
  'endpoint_call',
  {
    organizationId: organizationId(),
    id: pg.uuid('id').notNull(),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg.index('endpoint_call_recorded').on(table.recordedAt),
  ],
);
