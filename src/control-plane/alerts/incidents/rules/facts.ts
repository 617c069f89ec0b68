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
  /** When its agent took its leave; null while one is expected to report. */
  uninstalledAt: Date | null;
  diskTotalMiB: number;
  diskFreeMiB: number;
  /** Oldest first, about one an hour. */
  diskHistory: readonly DiskReading[];
  /** Of its agent. */
  version: string;
  channel: string;
  /** The upgrade that was asked for last, within the last week; null where there was none. */
  lastUpgrade: UpgradeFacts | null;
}

export interface UpgradeFacts {
  fromVersion: string;
  targetVersion: string;
  state: UpgradeState;
  reason: string | null;
  endedAt: Date | null;
}

/** A release of the agent. */
export interface ReleaseFacts {
  version: string;
  channel: string;
  createdAt: Date;
  /** Why it was withdrawn; null where it was not. */
  withdrawnReason: string | null;
}

/** The latest sample of a node, as far as rules judge it. */
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
  /** The signet's challenge where it is not the usual one: such nodes follow a chain of their own. */
  challenge: string | null;
  desiredState: DesiredState;
  memoryLimitMiB: number;
  phase: NodePhase | null;
  phaseSince: Date | null;
  reason: string | null;
  /** What its agent tells of it, and has seen for long enough. */
  problems: readonly { code: string; reason: string }[];
  sample: SampleFacts | null;
  watch: ChainWatch | null;
  /** How often its daemon exited unasked in the last hour. */
  exits: number;
  /** When the host last ended the daemon because of its memory, within the last hour. */
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
  /** When the receiver said that it is gone for good. */
  goneAt: Date | null;
  lastFailure: string | null;
}

/** A rollout that has stopped within the last week. */
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

/** A condition that holds. */
export interface Condition {
  /** What is the matter, for people. */
  message: string;
  /** The same for programs. */
  data: Record<string, unknown>;
  /** In place of the delay of the rule, in seconds. */
  openAfter?: number;
}

/** What a rule finds: a condition, null when it does not hold, or `unknown` when it cannot be judged now. */
export type Judgement = Condition | null | 'unknown';

/** What each of some rules finds of one subject. */
export type Judgements = Partial<Record<AlertCode, Judgement>>;

/** What an incident is about. */
export interface Subject {
  type: AlertSubjectType;
  id: string;
  organizationId: string;
  name: string;
  executorId: string | null;
}

/** What all rules find of one subject. */
export interface SubjectJudgements {
  subject: Subject;
  judgements: Judgements;
}
