import type { UpgradeRolloutMemberState, UpgradeRolloutState } from '../../contract/types.generated.ts';
import { sql } from '../platform/database/drizzle.ts';
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from '../platform/database/drizzle-pg.ts';
import { organizationId } from './accounts.ts';
import { executor } from './executors.ts';
import { executorUpgrade } from './releases.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** The upgrade of many executors, group after group. */
export const upgradeRollout = pgTable(
  'upgrade_rollout',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    targetVersion: text('target_version').notNull(),
    groupSize: integer('group_size').notNull(),
    state: text('state').$type<UpgradeRolloutState>().notNull().default('running'),
    /** Which member failed, and why; null unless it is stopped. */
    reason: text('reason'),
    /** The name of the person who started it. */
    requestedBy: text('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Null while it is running, paused or stopped. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('upgrade_rollout_latest').on(table.organizationId, table.requestedAt),
    index('upgrade_rollout_unended').on(table.organizationId).where(sql`ended_at IS NULL`),
  ],
);

export type RolloutRow = typeof upgradeRollout.$inferSelect;

/** An executor of a rollout. It outlives the executor. */
export const upgradeRolloutMember = pgTable(
  'upgrade_rollout_member',
  {
    rolloutId: uuid('rollout_id')
      .notNull()
      .references(() => upgradeRollout.id, { onDelete: 'cascade' }),
    /** The order in which they are asked, from 0. */
    position: integer('position').notNull(),
    /** From 1. */
    groupNumber: integer('group_number').notNull(),
    executorId: uuid('executor_id').references(() => executor.id, { onDelete: 'set null' }),
    executorName: text('executor_name').notNull(),
    /** The request that was made of it last. */
    upgradeId: uuid('upgrade_id').references(() => executorUpgrade.id, { onDelete: 'set null' }),
    state: text('state').$type<UpgradeRolloutMemberState>().notNull().default('waiting'),
    reason: text('reason'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.rolloutId, table.position] }),
    index('upgrade_rollout_member_executor').on(table.executorId),
    index('upgrade_rollout_member_upgrade').on(table.upgradeId),
    index('upgrade_rollout_member_under_way').on(table.rolloutId).where(sql`state = 'under_way'`),
  ],
);

export type MemberRow = typeof upgradeRolloutMember.$inferSelect;
