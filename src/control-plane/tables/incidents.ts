import type { Network } from '../../bitcoin/node-config.ts';
import type { RequestResult } from '../../contract/agent-requests.ts';
import type {
  AlertCode,
  AlertSeverity,
  AlertSubjectType,
  ChainBranch,
  ChainNetworkState,
} from '../../contract/types.generated.ts';
import type { DiskReading } from '../../storage/disk-trend.ts';
import { ofOrganization, oneOf, pg, sql } from '../platform/database/database.ts';
import { instant, organizationId } from './accounts.ts';
import { executor, ofExecutor } from './executors.ts';
import { node, ofNode } from './nodes.ts';

/** A node's active chain as its daemon reported it at one moment, with ancestors of its tip. */
export type ChainReading = RequestResult<'chain'>;

/** The last block of a chain. `work`: total work up to it, as `readWork` returns it; null or undefined if unknown. */
export type Tip = ChainReading['tip'] & { work?: string | null };

/** Observations of a node's chain, kept between runs. */
export interface ChainWatch {
  bestBlockHash: string;
  /** When this hash was first seen, in milliseconds since the Unix epoch. */
  tipSince: number;
  height: number;
  headers: number;
  /** When height or headers last changed, in milliseconds since the Unix epoch. */
  progressSince: number;
  /** The latest tips since the reading. */
  tips: readonly Tip[];
  /** The answer to the latest `chain` request. */
  reading?: ChainReading | null;
  /** When the latest `chain` request was sent, in milliseconds since the Unix epoch. */
  askedAt?: number | null;
  /** How the node stands in the open split of its network; cleared once all nodes agree. */
  apart?: 'split' | 'stuck' | null;
  /** Where the node stands if not on the leading branch of that split; cleared with `apart`. */
  branch?: BranchStanding | null;
}

/** A node's place on a branch that does not lead. */
export interface BranchStanding {
  /** The last block in common with the other branch; null while it is searched for. */
  forkHeight: number | null;
  /** Whether neither branch leads. */
  isEven: boolean;
}

/** Incidents that time alone may change, and those of neither executors nor nodes. */
export const isTimed = sql.raw(
  `(status = 'pending' OR status = 'open' AND (clear_since IS NOT NULL OR subject_type NOT IN ('executor', 'node') OR code IN ('tip_stale', 'sync_stalled', 'crash_loop', 'memory_limit', 'disk_filling')))`,
);

/** Conditions found by rules: `pending` until they have lasted long enough to show. */
export const alertIncident = pg.pgTable(
  'alert_incident',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    /** The order in which conditions were first seen, which pages follow. */
    sequence: pg.bigserial('sequence', { mode: 'number' }).notNull(),
    organizationId: organizationId(),
    code: pg.text('code').$type<AlertCode>().notNull(),
    severity: pg.text('severity').$type<AlertSeverity>().notNull(),
    status: pg.text('status').$type<'pending' | 'open' | 'closed'>().notNull(),
    message: pg.text('message').notNull(),
    data: pg.jsonb('data').$type<Record<string, unknown>>().notNull(),
    subjectType: pg.text('subject_type').$type<AlertSubjectType>().notNull(),
    subjectId: pg.text('subject_id').notNull(),
    subjectName: pg.text('subject_name').notNull(),
    executorId: pg.uuid('executor_id'),
    startedAt: instant('started_at').notNull(),
    openedAt: instant('opened_at'),
    updatedAt: instant('updated_at').notNull(),
    clearSince: instant('clear_since'),
    closedAt: instant('closed_at'),
    acknowledgedAt: instant('acknowledged_at'),
    acknowledgedBy: pg.text('acknowledged_by'),
    note: pg.text('note'),
    /** Whether its opening was notified, so that its end is notified too. */
    notified: pg.boolean('notified').notNull().default(false),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg
      .uniqueIndex('alert_incident_present')
      .on(table.organizationId, table.subjectId, table.code)
      .where(sql`status <> 'closed'`),
    pg.index('alert_incident_latest').on(table.organizationId, table.sequence).where(sql`status <> 'pending'`),
    pg.index('alert_incident_status').on(table.organizationId, table.status, table.sequence),
    pg.index('alert_incident_code').on(table.organizationId, table.code, table.sequence),
    pg.index('alert_incident_severity').on(table.organizationId, table.severity, table.sequence),
    pg.index('alert_incident_of_executor').on(table.organizationId, table.executorId, table.sequence),
    pg.index('alert_incident_executor').on(table.executorId).where(sql`status <> 'closed'`),
    pg.index('alert_incident_timed').on(table.startedAt).where(isTimed),
    pg.index('alert_incident_closed').on(table.closedAt).where(sql`status = 'closed'`),
  ],
);

export type IncidentRow = typeof alertIncident.$inferSelect;

/** Networks as the rules last compared their nodes: an answer to a request cannot compare a hundred thousand. */
export const chainNetwork = pg.pgTable(
  'chain_network',
  {
    organizationId: organizationId(),
    /** Nodes of a custom signet have a network of their own. */
    name: pg.text('name').notNull(),
    network: pg.text('network').$type<Network>().notNull(),
    state: pg.text('state').$type<ChainNetworkState>().notNull(),
    height: pg.integer('height').notNull(),
    nodeCount: pg.integer('node_count').notNull(),
    branches: pg.jsonb('branches').$type<ChainBranch[]>().notNull(),
  },
  (table) => [pg.primaryKey({ columns: [table.organizationId, table.name] })],
);

export type ChainNetworkRow = typeof chainNetwork.$inferSelect;

/** The nodes off the leading branch of an open split. Without parameters, so that PostgreSQL uses their index. */
export const hasBranch = sql.raw(`(chain ->> 'branch') IS NOT NULL`);

export const nodeWatch = pg.pgTable(
  'incident_node_watch',
  { ...ofNode(), chain: pg.jsonb('chain').$type<ChainWatch>().notNull() },
  (table) => [
    ...oneOf(table.organizationId, table.nodeId, node),
    pg.index('incident_node_watch_branch').on(table.organizationId, table.nodeId).where(hasBranch),
  ],
);

export const executorWatch = pg.pgTable(
  'incident_executor_watch',
  { ...ofExecutor(), disk: pg.jsonb('disk').$type<DiskReading[]>().notNull() },
  (table) => oneOf(table.organizationId, table.executorId, executor),
);

/**
 * What the rules must evaluate again: an executor with its nodes, or an organization. Triggers of the migration write it
 * in the transaction of each change, so no code can forget it: a mark that is read belongs to a change that is visible.
 */
export const ruleMark = pg.pgTable(
  'incident_rule_mark',
  {
    organizationId: ofOrganization(),
    id: pg.bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    executorId: pg.uuid('executor_id'),
  },
  (table) => [pg.primaryKey({ columns: [table.organizationId, table.id] })],
);

export const ruleRun = pg.pgTable('incident_rule_run', {
  id: pg.integer('id').primaryKey(),
  at: instant('at').notNull(),
  /** The process whose memory is up to date. */
  runner: pg.uuid('runner').notNull(),
});
