import type { EngineFacts } from '../runtime/host-runtime.ts';

/** What `satrap agent doctor` found out about a host; null for what it could not find out. */
export interface DoctorFacts {
  settingFaults: readonly string[];
  /** Paths of certificates and keys in the settings that the agent's user cannot read. */
  unreadableFiles: readonly string[];
  engine: EngineFacts | { error: string };
  images: readonly ImageFacts[];
  allowUnlimited: boolean;
  /** Seconds that systemd lets docker.service take to stop; null without systemd or such a unit, Infinity without a limit. */
  engineStopSeconds: number | null;
  /** How the engine starts the agent's own container again; null outside of a container. */
  ownRestart: { container: string; policy: string } | null;
  nodeStopSeconds: number;
  /** Where chain data lies or may lie: a disk for each data root. */
  chainDisks: readonly ChainDiskFacts[];
  /** MiB that the nodes here were promised; null where no store says so. */
  promisedDiskMiB: number | null;
  storeDisk: (DiskFacts & { fsyncMs: number | null }) | null;
  memory: { totalMiB: number; availableMiB: number; swapMiB: number };
  openFiles: number;
  /** The default ports of the offered networks that a program outside our containers has taken. */
  takenPorts: readonly number[];
  controlPlane: ControlPlaneFacts | null;
  /** Proxy for the control plane, without its password. */
  proxy: string | null;
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

export interface ImageFacts {
  /** With its client before it. */
  version: string;
  image: string;
  /** Why the image is neither on this host nor in a registry; null where it is. */
  fault: string | null;
}

export interface DiskFacts {
  path: string;
  device: number;
  totalMiB: number;
  freeMiB: number;
  /** Null for a file system that counts none. */
  freeInodes: number | null;
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
  error: string | null;
  /** The key's owner according to the control plane, or why it refuses the key; null without a key or an answer. */
  key: KeyFacts | null;
  /** Seconds that this host's clock is ahead of the control plane's. */
  clockAheadSeconds: number | null;
  certificateEndsAt: string | null;
}

export type FindingLevel = 'ok' | 'warning' | 'problem';

/** One thing that `satrap agent doctor` looked at. */
export interface Finding {
  check: string;
  /** A `problem` keeps the agent or its nodes from working; a `warning` will some day, or makes them worse. */
  level: FindingLevel;
  message: string;
  /** The command, or the step, that fixes it; null where nothing is to be done. */
  remedy: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message, remedy: null });
export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'warning',
  message,
  remedy,
});
export const problem = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'problem',
  message,
  remedy,
});
