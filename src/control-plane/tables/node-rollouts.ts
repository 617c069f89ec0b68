import type {
  MaintenanceWindowsInput,
  NodePhase,
  NodeRolloutBudget,
  NodeRolloutCanary,
  NodeRolloutChange,
  NodeRolloutMemberState,
  NodeRolloutState,
  NodeRolloutWaitCode,
  NodeUpdateInput,
} from '../../contract/types.generated.ts';
import { belongsTo, ofOrganization, pg, sql } from '../platform/database/database.ts';
import { instant, organizationId } from './accounts.ts';
import type { AuditActor } from './audit.ts';

export type MemberUpdate = Omit<NodeUpdateInput, 'expectedRevision'>;

/** What a rollout requests of a member. `rpcStage`: to accept the RPC credentials of this stage of a rotation. */
export type MemberRequest = { restart: true } | { update: MemberUpdate } | { rpcStage: 'adding' | 'ending' };

/** How a node stood before its change: it must not stand worse after it. */
export interface MemberBefore {
  phase: NodePhase | null;
  /** Whether the change restarts it. */
  restarts: boolean;
  /** Null if unknown. */
  blocksBehind: number | null;
  /** Codes of its problems. */
  problems: string[];
}

export interface NodeRolloutPolicy {
  budget?: NodeRolloutBudget;
  canary?: NodeRolloutCanary;
  /** Takes nodes down outside of their maintenance windows too. */
  outsideWindows?: true;
  /** In place of the maintenance schedules of its nodes. */
  windows?: MaintenanceWindowsInput;
  height?: StoredHeight;
  gate?: StoredGate;
  /** Rehearses another version on each running node's data first. */
  rehearse?: true;
}

/** Heights at which a running node is taken down. */
export interface StoredHeight {
  at: number | null;
  avoid: number | null;
  within: number;
}

/** What a node must meet to be back, besides what it met before. */
export interface StoredGate {
  maxBlocksBehind: number | null;
  minPeers: number | null;
  maxMemoryPercent: number | null;
}

export const nodeRollout = pg.pgTable(
  'node_rollout',
  {
    id: pg.uuid('id').notNull().defaultRandom(),
    organizationId: organizationId(),
    /** What it does, such as `Change to 31.1`. */
    summary: pg.text('summary').notNull(),
    /** Members that are changed at a time. */
    parallel: pg.integer('parallel').notNull(),
    /** What holds back its next member. */
    policy: pg.jsonb('policy').$type<NodeRolloutPolicy>().notNull().default({}),
    state: pg.text('state').$type<NodeRolloutState>().notNull().default('running'),
    /** Which member failed, and why; null unless it is stopped. */
    reason: pg.text('reason'),
    /** The rollout that it undoes, which may be gone. */
    undoes: pg.uuid('undoes'),
    requestedBy: pg.text('requested_by').notNull(),
    /** The person who started it, for the audit log of the changes that it makes. */
    actor: pg.jsonb('actor').$type<AuditActor>().notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    pg.index('node_rollout_latest').on(table.organizationId, table.requestedAt, table.id),
    pg.index('node_rollout_unended').on(table.organizationId).where(sql`ended_at IS NULL`),
  ],
);

export type NodeRolloutRow = typeof nodeRollout.$inferSelect;

/** A node of a rollout. It outlives the node, so it has no foreign key to it. */
export const nodeRolloutMember = pg.pgTable(
  'node_rollout_member',
  {
    organizationId: ofOrganization(),
    rolloutId: pg.uuid('rollout_id').notNull(),
    /** The order of their changes, from 0. */
    position: pg.integer('position').notNull(),
    groupNumber: pg.integer('group_number').notNull(),
    nodeId: pg.uuid('node_id').notNull(),
    nodeName: pg.text('node_name').notNull(),
    request: pg.jsonb('request').$type<MemberRequest>().notNull(),
    /** What the request changes, as planned at the start, without secrets. */
    changes: pg.jsonb('changes').$type<NodeRolloutChange[]>().notNull(),
    state: pg.text('state').$type<NodeRolloutMemberState>().notNull().default('waiting'),
    reason: pg.text('reason'),
    waitCode: pg.text('wait_code').$type<NodeRolloutWaitCode>(),
    waitMessage: pg.text('wait_message'),
    /** The operation that rehearses its change, of this try; null without one. */
    rehearsalId: pg.uuid('rehearsal_id'),
    /** The node's revision with the change; null before that. */
    revision: pg.integer('revision'),
    before: pg.jsonb('before').$type<MemberBefore>(),
    /** What puts its previous settings back; null until the rollout has changed some. */
    previous: pg.jsonb('previous').$type<MemberUpdate>(),
    startedAt: instant('started_at'),
    /** When it counts as failed unless it is back; null before its change. */
    deadline: instant('deadline'),
    endedAt: instant('ended_at'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.rolloutId, table.position] }),
    belongsTo(table.organizationId, table.rolloutId, nodeRollout),
    pg.index('node_rollout_member_node').on(table.organizationId, table.nodeId),
    pg
      .index('node_rollout_member_unfinished')
      .on(table.organizationId, table.rolloutId, table.groupNumber)
      .where(sql`state NOT IN ('changed', 'skipped')`),
    pg.index('node_rollout_member_under_way').on(table.organizationId, table.rolloutId).where(sql`state = 'under_way'`),
  ],
);

export type NodeRolloutMemberRow = typeof nodeRolloutMember.$inferSelect;
