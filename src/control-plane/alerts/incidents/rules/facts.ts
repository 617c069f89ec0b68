import type { Client } from '../../../../bitcoin/clients/registry.ts';
import type { Network, NodeConfig } from '../../../../bitcoin/node-config.ts';
import type { DesiredState, NodePhase, UpgradeState } from '../../../../contract/types.generated.ts';
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
  /** What it offers. */
  clients: readonly { client: Client; version: string }[];
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
  /** What it is configured from; of the overrides only those that a rule reads. */
  config: NodeConfig;
  /** Null where that is not known. */
  hasWallets: boolean | null;
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
