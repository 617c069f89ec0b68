import type { Client } from '../../../../bitcoin/clients/registry.ts';
import type { NodeConfig } from '../../../../bitcoin/node-config.ts';
import type { IncidentData } from '../../../../contract/incident-data.ts';
import type {
  AlertCode,
  AlertSeverity,
  AlertSubjectType,
  DaemonBranch,
  NodeMetrics,
  NodePhase,
} from '../../../../contract/types.generated.ts';
import type { DiskReading } from '../../../../storage/disk-trend.ts';
import { type KeyText, keyOf } from '../../../platform/database/tenant-keys.ts';
import type { KeyRow } from '../../../tables/accounts.ts';
import type { backupState } from '../../../tables/backup-state.ts';
import type { ChannelRow } from '../../../tables/channels.ts';
import type { ConsumerRow } from '../../../tables/endpoints.ts';
import type { ExecutorRow } from '../../../tables/executors.ts';
import type { ChainWatch } from '../../../tables/incidents.ts';
import type { NodeRolloutRow } from '../../../tables/node-rollouts.ts';
import type { NodeRow } from '../../../tables/nodes.ts';
import type { ReleaseRow, RolloutRow, UpgradeRow } from '../../../tables/releases.ts';

type Identity = 'id' | 'organizationId' | 'name';

export interface ExecutorFacts
  extends Pick<ExecutorRow, Identity | 'online' | 'lastSeenAt' | 'uninstalledAt' | 'version' | 'channel'> {
  diskTotalGiB: number;
  diskFreeGiB: number;
  /** Oldest first, about one an hour. */
  diskHistory: readonly DiskReading[];
  clients: readonly { client: Client; version: string }[];
  /** The latest upgrade of the last week. */
  lastUpgrade: Pick<UpgradeRow, 'fromVersion' | 'targetVersion' | 'state' | 'reason' | 'endedAt'> | null;
}

export type ReleaseFacts = Pick<ReleaseRow, 'version' | 'channel' | 'createdAt' | 'withdrawnReason'>;

export interface SampleFacts
  extends Pick<NodeMetrics, 'height' | 'headers' | 'bestBlockHash' | 'uptimeSeconds' | 'warnings'> {
  at: Date;
  /** Total work of its chain, as `readWork` returns it; null if its agent reports none. */
  chainWork: string | null;
  catchesUp: boolean;
  peers: number;
  memoryMiB: number | null;
  /** Open connections of RPC clients; null if unknown. */
  rpcConnections: number | null;
  /** The ends of the branches that the daemon does not follow. */
  branches: readonly DaemonBranch[];
}

export interface NodeFacts extends Pick<NodeRow, Identity | 'executorId' | 'network' | 'desiredState'> {
  executorOnline: boolean;
  config: NodeConfig;
  /** Null if unknown. */
  hasLegacyWallets: boolean | null;
  /** A custom signet's challenge: such nodes follow a separate chain. */
  challenge: string | null;
  memoryLimitMiB: number;
  phase: NodePhase | null;
  phaseSince: Date | null;
  reason: string | null;
  /** Reported by the agent, which has already debounced them. */
  problems: readonly { code: string; reason: string }[];
  sample: SampleFacts | null;
  watch: ChainWatch | null;
  /** Where its RPC is reached. */
  endpoint: string | null;
  /** Unexpected exits of the daemon in the last hour. */
  exits: number;
  /** When the host last killed the daemon for its memory, within the last hour. */
  outOfMemoryAt: Date | null;
  /** Until when a rollout waits for it to be back from its restart; null if none does. */
  restartsUntil: Date | null;
}

/** Whether a rollout's restart explains what its samples show. */
export const isRestartedByRollout = ({ restartsUntil }: Pick<NodeFacts, 'restartsUntil'>, now: Date): boolean =>
  restartsUntil !== null && restartsUntil > now;

export const executorKeyOf = ({
  organizationId,
  executorId,
}: Pick<NodeFacts, 'organizationId' | 'executorId'>): KeyText => keyOf({ organizationId, id: executorId });

export interface KeyFacts extends Pick<KeyRow, 'id' | 'createdAt'> {
  organizationId: string;
  name: string;
  purpose: KeyRow['configId'];
  expiresAt: Date;
}

/** Of a consumer that expires. */
export interface ConsumerFacts extends Pick<ConsumerRow, Identity | 'createdAt'> {
  expiresAt: Date;
}

export type ChannelFacts = Pick<ChannelRow, Identity | 'failingSince' | 'goneAt' | 'lastFailure'>;

/** A rollout that stopped within the last week. */
export type RolloutFacts = Pick<RolloutRow, 'id' | 'organizationId' | 'targetVersion' | 'reason'>;

/** The same of a rollout of nodes. */
export type NodeRolloutFacts = Pick<NodeRolloutRow, 'id' | 'organizationId' | 'summary' | 'reason'>;

/** The control plane's scheduled backups. */
export interface BackupFacts extends Pick<typeof backupState.$inferSelect, 'lastAt'> {
  /** The organization that gets their incidents. */
  organizationId: string;
  scheduledSince: Date;
}

export interface Facts {
  executors: readonly ExecutorFacts[];
  nodes: readonly NodeFacts[];
  keys: readonly KeyFacts[];
  consumers: readonly ConsumerFacts[];
  channels: readonly ChannelFacts[];
  releases: readonly ReleaseFacts[];
  stoppedRollouts: readonly RolloutFacts[];
  stoppedNodeRollouts: readonly NodeRolloutFacts[];
  /** None without scheduled backups. */
  backups: readonly BackupFacts[];
}

export interface Condition<C extends AlertCode = AlertCode> {
  /** For people. */
  message: string;
  /** For programs. */
  data: IncidentData<C>;
  /** Overrides the rule's delay, in seconds. */
  openAfter?: number;
  /** Overrides the rule's. */
  severity?: AlertSeverity;
}

/** A condition that holds, null if it does not, or `unknown` if it cannot be judged now. */
export type Judgement<C extends AlertCode = AlertCode> = Condition<C> | null | 'unknown';

export type Judgements = { [C in AlertCode]?: Judgement<C> };

export interface Subject {
  type: AlertSubjectType;
  id: string;
  organizationId: string;
  name: string;
  executorId: string | null;
}

export interface SubjectJudgements {
  subject: Subject;
  judgements: Judgements;
}
