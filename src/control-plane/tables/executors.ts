import type {
  ExecutorCapabilitiesInput,
  ExecutorCordon,
  ExecutorResourcesInput,
  HeldNodeInput,
  OrphanedNodeInput,
  RecoveryState,
  UpgradabilityInput,
} from '../../contract/types.generated.ts';
import { ofOrganization, oneOf, pg, sql } from '../platform/database/database.ts';
import { instant, organizationId } from './accounts.ts';

/** While an executor has one, none of its nodes runs. */
export interface Drain extends ExecutorCordon {
  ownsCordon: boolean;
  /** An ISO time; null until the last daemon has stopped. */
  completedAt: string | null;
}

/** Few executors differ in it. */
export const capabilitiesDigest = sql`md5(capabilities::text)`;

/** One executor agent, as its last heartbeat described it. */
export const executor = pg.pgTable(
  'executor',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    organizationId: organizationId(),
    name: pg.text('name').notNull(),
    kind: pg.text('kind').notNull(),
    version: pg.text('version').notNull(),
    channel: pg.text('channel').notNull(),
    instanceId: pg.text('instance_id').notNull(),
    capabilities: pg.jsonb('capabilities').$type<ExecutorCapabilitiesInput>().notNull(),
    resources: pg.jsonb('resources').$type<ExecutorResourcesInput>().notNull(),
    orphans: pg.jsonb('orphans').$type<OrphanedNodeInput[]>().notNull(),
    /** Hash of the rarely changing parts of a heartbeat. */
    observedDigest: pg.text('observed_digest').notNull(),
    /** Why the agent cannot rotate its API key; null if it can, or need not. */
    keyWarning: pg.text('key_warning'),
    lastSeenAt: instant('last_seen_at').notNull(),
    heartbeatIntervalSeconds: pg.integer('heartbeat_interval_seconds').notNull(),
    /** Whether its last heartbeat is recent enough for its reports to count. */
    online: pg.boolean('online').notNull(),
    /** Incremented with each change of the executor's desired state. */
    desiredRevision: pg.integer('desired_revision').notNull().default(1),
    labels: pg.jsonb('labels').$type<Record<string, string>>().notNull().default({}),
    /** Identifies what its gateway serves; null without an endpoint. */
    gatewayDigest: pg.text('gateway_digest'),
    /** Of what people set: the labels. */
    revision: pg.integer('revision').notNull().default(1),
    /** Null while it takes new nodes. */
    cordon: pg.jsonb('cordon').$type<ExecutorCordon>(),
    drain: pg.jsonb('drain').$type<Drain>(),
    upgradability: pg.jsonb('upgradability').$type<UpgradabilityInput>(),
    /** When its agent deregistered; null while one is expected to report. */
    uninstalledAt: instant('uninstalled_at'),
    /** Set while its host holds nodes that await a takeover; its agent keeps the desired state that it holds. */
    recovery: pg.text('recovery').$type<RecoveryState>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg.unique('executor_name').on(table.organizationId, table.name),
    // For what looks at the executors of all organizations.
    pg.index('executor_by_id').on(table.id),
    // Heartbeats change none of these.
    pg.index('executor_offline').on(table.organizationId, table.id).where(sql`NOT online`),
    pg.index('executor_schedulable').on(table.organizationId, capabilitiesDigest).where(sql`online AND cordon IS NULL`),
    pg.index('executor_labels').using('gin', table.labels.op('jsonb_path_ops')),
  ],
);

/** Seconds without a heartbeat after which an executor is offline: three of its intervals, and some network delay. */
export const silence = sql`(${executor.heartbeatIntervalSeconds} * 3 + 2)`;

/** The columns of a row that is deleted with its executor. */
export const ofExecutor = () => ({ organizationId: ofOrganization(), executorId: pg.uuid('executor_id').notNull() });

export type ExecutorRow = typeof executor.$inferSelect;

/** The nodes that a host holds, until confirmed. Not in `executor`, whose rows every list reads. */
export const executorOffer = pg.pgTable(
  'executor_offer',
  {
    ...ofExecutor(),
    nodes: pg.jsonb('nodes').$type<HeldNodeInput[]>().notNull(),
    offeredAt: instant('offered_at').notNull().defaultNow(),
  },
  (table) => oneOf(table.organizationId, table.executorId, executor),
);
