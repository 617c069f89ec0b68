import type { AlertCode, AlertSeverity, AlertSubjectType } from '../../contract/types.generated.ts';
import type { DiskReading } from '../../storage/disk-trend.ts';
import { sql } from '../platform/database/drizzle.ts';
import {
  bigserial,
  boolean,
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
import { executor } from './executors.ts';
import { node } from './nodes.ts';

/** A block that was the tip of a node. */
export interface Tip {
  height: number;
  hash: string;
}

/** What is known of a node's chain from one look to the next. */
export interface ChainWatch {
  bestBlockHash: string;
  /** When this hash was first seen, in milliseconds since the Unix epoch. */
  tipSince: number;
  height: number;
  headers: number;
  /** When height or headers last changed, in milliseconds since the Unix epoch. */
  progressSince: number;
  /** The latest tips, lowest first. */
  tips: readonly Tip[];
}

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Conditions that rules found: `pending` until they have lasted long enough to show. */
export const alertIncident = pgTable(
  'alert_incident',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The order in which conditions were first seen, which pages follow. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    organizationId: organizationId(),
    code: text('code').$type<AlertCode>().notNull(),
    severity: text('severity').$type<AlertSeverity>().notNull(),
    status: text('status').$type<'pending' | 'open' | 'closed'>().notNull(),
    message: text('message').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    subjectType: text('subject_type').$type<AlertSubjectType>().notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    executorId: uuid('executor_id'),
    startedAt: instant('started_at').notNull(),
    openedAt: instant('opened_at'),
    updatedAt: instant('updated_at').notNull(),
    /** Since when the condition has been gone; null while it holds. */
    clearSince: instant('clear_since'),
    closedAt: instant('closed_at'),
    acknowledgedAt: instant('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    note: text('note'),
    /** Whether its opening was notified, so that its end is notified too. */
    notified: boolean('notified').notNull().default(false),
  },
  (table) => [
    uniqueIndex('alert_incident_present')
      .on(table.organizationId, table.code, table.subjectId)
      .where(sql`status <> 'closed'`),
    index('alert_incident_latest').on(table.organizationId, table.sequence).where(sql`status <> 'pending'`),
    index('alert_incident_status').on(table.organizationId, table.status, table.sequence),
    index('alert_incident_closed').on(table.closedAt).where(sql`status = 'closed'`),
  ],
);

export type IncidentRow = typeof alertIncident.$inferSelect;

/** What rules must know of a node from one look to the next. */
export const nodeWatch = pgTable('incident_node_watch', {
  nodeId: uuid('node_id')
    .primaryKey()
    .references(() => node.id, { onDelete: 'cascade' }),
  chain: jsonb('chain').$type<ChainWatch>().notNull(),
});

/** What rules must know of an executor from one look to the next. */
export const executorWatch = pgTable('incident_executor_watch', {
  executorId: uuid('executor_id')
    .primaryKey()
    .references(() => executor.id, { onDelete: 'cascade' }),
  disk: jsonb('disk').$type<DiskReading[]>().notNull(),
});

/** When the rules were last run, by any replica; one row with the id 1. */
export const ruleRun = pgTable('incident_rule_run', {
  id: integer('id').primaryKey(),
  at: instant('at').notNull(),
});
