import type {
  ExecutorCapabilitiesInput,
  ExecutorResourcesInput,
  OrphanedNodeInput,
  RecoveryState,
  UpgradabilityInput,
} from '../../contract/types.generated.ts';
import { boolean, integer, jsonb, pgTable, text, timestamp, unique, uuid } from '../platform/database/drizzle-pg.ts';
import { organizationId } from './accounts.ts';

/** Why an executor takes no new nodes. */
export interface Cordon {
  /** An ISO time. */
  at: string;
  /** The name of the person who asked for it. */
  by: string;
  reason: string;
}

/** For as long as an executor has one, none of its nodes runs. */
export interface Drain extends Cordon {
  /** Whether the cordon belongs to the drain, and ends with it. */
  ownsCordon: boolean;
  /** An ISO time; null until the last daemon has ended. */
  completedAt: string | null;
}

/** One executor agent, as its last heartbeat described it. */
export const executor = pgTable(
  'executor',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    name: text('name').notNull(),
    kind: text('kind').$type<'docker'>().notNull(),
    version: text('version').notNull(),
    channel: text('channel').notNull(),
    instanceId: text('instance_id').notNull(),
    capabilities: jsonb('capabilities').$type<ExecutorCapabilitiesInput>().notNull(),
    resources: jsonb('resources').$type<ExecutorResourcesInput>().notNull(),
    orphans: jsonb('orphans').$type<OrphanedNodeInput[]>().notNull(),
    /** Hash of the parts of a heartbeat that seldom change. */
    observedDigest: text('observed_digest').notNull(),
    /** Why the agent cannot rotate its API key; null where it can, or need not. */
    keyWarning: text('key_warning'),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    /** What its agent was told with its last heartbeat. */
    heartbeatIntervalSeconds: integer('heartbeat_interval_seconds').notNull(),
    /** Whether its last heartbeat is recent enough for its reports to count. */
    online: boolean('online').notNull(),
    /** Grows with each change of the desired state of this executor. */
    desiredRevision: integer('desired_revision').notNull().default(1),
    labels: jsonb('labels').$type<Record<string, string>>().notNull().default({}),
    /** Null while it takes new nodes. */
    cordon: jsonb('cordon').$type<Cordon>(),
    /** Null while its nodes run as they are asked to. */
    drain: jsonb('drain').$type<Drain>(),
    /** Null where the agent says nothing of it. */
    upgradability: jsonb('upgradability').$type<UpgradabilityInput>(),
    /** When its agent took its leave; null while one is expected to report. */
    uninstalledAt: timestamp('uninstalled_at', { withTimezone: true }),
    /** Not null while its host holds nodes that await a takeover; its agent keeps the desired state that it holds. */
    recovery: text('recovery').$type<RecoveryState>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique('executor_name').on(table.organizationId, table.name)],
);

export type ExecutorRow = typeof executor.$inferSelect;
