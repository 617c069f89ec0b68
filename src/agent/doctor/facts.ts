import type { EngineTraits } from '../docker/engine/engine-fit.ts';

/** What `satrap agent doctor` found out about a host. Plain data; null for what could not be found out. */
export interface DoctorFacts {
  /** What is wrong with the settings, one sentence each. */
  settingFaults: readonly string[];
  /** Paths of certificates and keys in the settings that the agent's user cannot read. */
  unreadableFiles: readonly string[];
  engine: EngineFacts | { error: string };
  /** The versions of bitcoind that the settings name. */
  images: readonly ImageFacts[];
  /** Whether the settings do without limits of what nodes use. */
  allowUnlimited: boolean;
  /** Seconds that systemd lets docker.service take to stop; null without systemd or such a unit, Infinity without a limit. */
  engineStopSeconds: number | null;
  /** How the engine starts the agent's own container again; null outside of a container. */
  ownRestart: { container: string; policy: string } | null;
  /** Seconds that the agent gives a daemon to stop. */
  nodeStopSeconds: number;
  /** Where chain data lies or may lie: a disk for each data root. */
  chainDisks: readonly ChainDiskFacts[];
  /** MiB that the nodes here were promised; null where no store says so. */
  promisedDiskMiB: number | null;
  /** The disk of the agent's own store. */
  storeDisk: (DiskFacts & { fsyncMs: number | null }) | null;
  memory: { totalMiB: number; availableMiB: number; swapMiB: number };
  openFiles: number;
  /** The default ports of the offered networks that a program outside our containers has taken. */
  takenPorts: readonly number[];
  controlPlane: ControlPlaneFacts | null;
  /** Proxy for the control plane, without its password. */
  proxy: string | null;
  /** The agent of this host; null where none runs. */
  agent: {
    version: string;
    lastSyncError: string | null;
    /** Null for a key that never expires; undefined before the control plane has reported it. */
    keyRotateAt: string | null | undefined;
    keyWarning: string | null;
  } | null;
  /** The upgrade that is ordered or under way, or why that cannot be read; null where there is none. */
  upgrade: { from: string; to: string } | { fault: string } | null;
  /** Names of the units of this host that are not as this version writes them; null where systemd does not start this program. */
  staleUnits: readonly string[] | null;
  /** Containers and volumes that carry our label and belong to no executor of this data directory: their names, and whose they are. */
  foreignObjects: readonly string[];
}

export interface EngineFacts extends EngineTraits {
  version: string;
  isPodman: boolean;
  storageDriver: string;
  liveRestore: boolean;
  rootDir: string;
  warnings: readonly string[];
}

export interface ImageFacts {
  /** With its client before it. */
  version: string;
  image: string;
  /** Why the image is neither on this host nor in a registry; null where it is. */
  fault: string | null;
}

export interface DiskFacts {
  path: string;
  /** Paths on the same disk have the same. */
  device: number;
  totalMiB: number;
  freeMiB: number;
  /** Null for a file system that counts none. */
  freeInodes: number | null;
  /** Such as ext4. */
  kind: string;
}

export interface ChainDiskFacts {
  /** The directory of a data root; null where the engine keeps the data and does not say where. */
  path: string | null;
  /** Null where this process does not see it. */
  disk: DiskFacts | null;
  /** Where its disk is to be mounted and is not. */
  missingMount: string | null;
}

export type KeyFacts = { purpose: string } | { refusal: string };

export interface ControlPlaneFacts {
  url: string;
  /** Addresses of its name; empty where it could not be resolved. */
  addresses: readonly string[];
  /** What went wrong on the way; null where it answered. */
  error: string | null;
  /** The key's owner according to the control plane, or why it refuses the key; null without a key or an answer. */
  key: KeyFacts | null;
  /** Seconds that this host's clock is ahead of the control plane's. */
  clockAheadSeconds: number | null;
  /** ISO time at which its certificate ends. */
  certificateEndsAt: string | null;
}
