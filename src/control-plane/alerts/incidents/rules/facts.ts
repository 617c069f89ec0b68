import type { Network } from '../../../../bitcoin/node-config.ts';
import type {
  AlertCode,
  AlertSubjectType,
  DesiredState,
  NodePhase,
  UpgradeState,
} from '../../../../contract/types.generated.ts';
import type { DiskReading } from '../../../../storage/disk-trend.ts';
import type { KeyPurpose } from '../../../tables/accounts.ts';
import type { ChainWatch } from '../../../tables/incidents.ts';

export interface ExecutorFacts {
  id: string;
  organizationId: string;
  name: string;
  online: boolean;
  lastSeenAt: Date;
  /** When its agent was uninstalled; null while one is expected to report. */
  uninstalledAt: Date | null;
  diskTotalMiB: number;
  diskFreeMiB: number;
  /** Oldest first, about one an hour. */
  diskHistory: readonly DiskReading[];
  /** Of its agent. */
  version: string;
  channel: string;
  /** The latest upgrade of the last week. */
  lastUpgrade: UpgradeFacts | null;
}

export interface UpgradeFacts {
  fromVersion: string;
  targetVersion: string;
  state: UpgradeState;
  reason: string | null;
  endedAt: Date | null;
}

export interface ReleaseFacts {
  version: string;
  channel: string;
  createdAt: Date;
  withdrawnReason: string | null;
}

/** The latest sample of a node. */
export interface SampleFacts {
  at: Date;
  height: number;
  headers: number;
  bestBlockHash: string;
  catchesUp: boolean;
  peers: number;
  uptimeSeconds: number;
  memoryMiB: number | null;
}

export interface NodeFacts {
  id: string;
  organizationId: string;
  executorId: string;
  executorOnline: boolean;
  name: string;
  network: Network;
  /** A custom signet's challenge: such nodes follow a chain of their own. */
  challenge: string | null;
  desiredState: DesiredState;
  memoryLimitMiB: number;
  phase: NodePhase | null;
  phaseSince: Date | null;
  reason: string | null;
  /** Reported by the agent, which has waited until they last. */
  problems: readonly { code: string; reason: string }[];
  sample: SampleFacts | null;
  watch: ChainWatch | null;
  /** Unexpected exits of the daemon in the last hour. */
  exits: number;
  /** When the host last killed the daemon for its memory, within the last hour. */
  outOfMemoryAt: Date | null;
}

export interface KeyFacts {
  id: string;
  organizationId: string;
  name: string;
  purpose: KeyPurpose;
  createdAt: Date;
  expiresAt: Date;
}

export interface EndpointFacts {
  id: string;
  organizationId: string;
  /** Without path and query, which may be secret. */
  origin: string;
  failingSince: Date | null;
  /** When the receiver answered 410. */
  goneAt: Date | null;
  lastFailure: string | null;
}

/** A rollout that stopped within the last week. */
export interface RolloutFacts {
  id: string;
  organizationId: string;
  targetVersion: string;
  /** Which member failed, and why. */
  reason: string;
}

export interface Facts {
  executors: readonly ExecutorFacts[];
  nodes: readonly NodeFacts[];
  keys: readonly KeyFacts[];
  endpoints: readonly EndpointFacts[];
  releases: readonly ReleaseFacts[];
  stoppedRollouts: readonly RolloutFacts[];
}

export interface Condition {
  /** For people. */
  message: string;
  /** For programs. */
  data: Record<string, unknown>;
  /** Overrides the rule's delay, in seconds. */
  openAfter?: number;
}

/** A condition that holds, null if it does not, or `unknown` if it cannot be judged now. */
export type Judgement = Condition | null | 'unknown';

export type Judgements = Partial<Record<AlertCode, Judgement>>;

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
