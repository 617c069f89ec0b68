import type { ReleaseArtifact, ReleaseImage, UpgradeState } from '../../contract/types.generated.ts';
import { sql } from '../platform/database/drizzle.ts';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from '../platform/database/drizzle-pg.ts';
import { executor } from './executors.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A release of the agent, for all organizations. */
export const executorRelease = pgTable('executor_release', {
  id: uuid('id').primaryKey().defaultRandom(),
  version: text('version').notNull().unique('executor_release_version'),
  /** Sorts as the version does, byte by byte. */
  versionKey: text('version_key').notNull(),
  channel: text('channel').notNull(),
  notes: text('notes').notNull(),
  artifacts: jsonb('artifacts').$type<ReleaseArtifact[]>().notNull(),
  image: jsonb('image').$type<ReleaseImage>(),
  lowestVersion: text('lowest_version'),
  withdrawnAt: instant('withdrawn_at'),
  withdrawnReason: text('withdrawn_reason'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type ReleaseRow = typeof executorRelease.$inferSelect;

/** An upgrade that somebody asked for. It is desired state for as long as it has not ended. */
export const executorUpgrade = pgTable(
  'executor_upgrade',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    executorId: uuid('executor_id')
      .notNull()
      .references(() => executor.id, { onDelete: 'cascade' }),
    /** Null once the release was deleted. */
    releaseId: uuid('release_id').references(() => executorRelease.id, { onDelete: 'set null' }),
    fromVersion: text('from_version').notNull(),
    targetVersion: text('target_version').notNull(),
    state: text('state').$type<UpgradeState>().notNull().default('requested'),
    /** Percent of the present step. */
    progress: integer('progress'),
    reason: text('reason'),
    /** The name of the person who asked for it. */
    requestedBy: text('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    deadline: instant('deadline').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Null while it is under way. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    /** An executor has one at a time. */
    uniqueIndex('executor_upgrade_pending').on(table.executorId).where(sql`ended_at IS NULL`),
    index('executor_upgrade_history').on(table.executorId, table.requestedAt),
    index('executor_upgrade_recent').on(table.requestedAt),
    index('executor_upgrade_release').on(table.releaseId),
  ],
);

export type UpgradeRow = typeof executorUpgrade.$inferSelect;
