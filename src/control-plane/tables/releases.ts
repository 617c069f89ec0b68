import type {
  ReleaseArtifact,
  ReleaseImage,
  UpgradeRolloutMemberState,
  UpgradeRolloutState,
  UpgradeState,
} from '../../contract/types.generated.ts';
import { belongsTo, ofOrganization, pg, refersTo, sql } from '../platform/database/database.ts';
import { instant, organizationId } from './accounts.ts';
import { executor, ofExecutor } from './executors.ts';

export const executorRelease = pg.pgTable('executor_release', {
  id: pg.uuid('id').primaryKey().defaultRandom(),
  version: pg.text('version').notNull().unique('executor_release_version'),
  /** Sorts bytewise in version order. */
  versionKey: pg.text('version_key').notNull(),
  channel: pg.text('channel').notNull(),
  notes: pg.text('notes').notNull(),
  artifacts: pg.jsonb('artifacts').$type<ReleaseArtifact[]>().notNull(),
  image: pg.jsonb('image').$type<ReleaseImage>(),
  lowestVersion: pg.text('lowest_version'),
  withdrawnAt: instant('withdrawn_at'),
  withdrawnReason: pg.text('withdrawn_reason'),
  revision: pg.integer('revision').notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type ReleaseRow = typeof executorRelease.$inferSelect;

/** A requested upgrade. It is desired state until it ends. */
export const executorUpgrade = pg.pgTable(
  'executor_upgrade',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    ...ofExecutor(),
    releaseId: pg.uuid('release_id').references(() => executorRelease.id, { onDelete: 'set null' }),
    fromVersion: pg.text('from_version').notNull(),
    targetVersion: pg.text('target_version').notNull(),
    state: pg.text('state').$type<UpgradeState>().notNull().default('requested'),
    progress: pg.doublePrecision('progress'),
    reason: pg.text('reason'),
    requestedBy: pg.text('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    deadline: instant('deadline').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    belongsTo(table.organizationId, table.executorId, executor),
    pg.uniqueIndex('executor_upgrade_pending').on(table.organizationId, table.executorId).where(sql`ended_at IS NULL`),
    pg.index('executor_upgrade_history').on(table.executorId, table.requestedAt),
    pg.index('executor_upgrade_recent').on(table.requestedAt),
    pg.index('executor_upgrade_release').on(table.releaseId),
  ],
);

export type UpgradeRow = typeof executorUpgrade.$inferSelect;

export const upgradeRollout = pg.pgTable(
  'upgrade_rollout',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    organizationId: organizationId(),
    targetVersion: pg.text('target_version').notNull(),
    groupSize: pg.integer('group_size').notNull(),
    state: pg.text('state').$type<UpgradeRolloutState>().notNull().default('running'),
    /** Which member failed, and why; null unless it is stopped. */
    reason: pg.text('reason'),
    requestedBy: pg.text('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg.index('upgrade_rollout_latest').on(table.organizationId, table.requestedAt),
    pg.index('upgrade_rollout_unended').on(table.organizationId).where(sql`ended_at IS NULL`),
  ],
);

export type RolloutRow = typeof upgradeRollout.$inferSelect;

/** An executor of a rollout. It outlives the executor. */
export const upgradeRolloutMember = pg.pgTable(
  'upgrade_rollout_member',
  {
    organizationId: ofOrganization(),
    rolloutId: pg.uuid('rollout_id').notNull(),
    /** The order of their upgrades, from 0. */
    position: pg.integer('position').notNull(),
    groupNumber: pg.integer('group_number').notNull(),
    executorId: pg.uuid('executor_id'),
    executorName: pg.text('executor_name').notNull(),
    upgradeId: pg.uuid('upgrade_id'),
    state: pg.text('state').$type<UpgradeRolloutMemberState>().notNull().default('waiting'),
    reason: pg.text('reason'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.rolloutId, table.position] }),
    belongsTo(table.organizationId, table.rolloutId, upgradeRollout),
    // The migration limits SET NULL to the id, which this schema cannot express.
    refersTo(table.organizationId, table.executorId, executor).onDelete('set null'),
    refersTo(table.organizationId, table.upgradeId, executorUpgrade).onDelete('set null'),
    pg.index('upgrade_rollout_member_executor').on(table.executorId),
    pg.index('upgrade_rollout_member_upgrade').on(table.upgradeId),
    pg.index('upgrade_rollout_member_under_way').on(table.rolloutId).where(sql`state = 'under_way'`),
  ],
);

export type MemberRow = typeof upgradeRolloutMember.$inferSelect;
