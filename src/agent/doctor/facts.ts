import type { EngineFacts } from '../runtime/host-runtime.ts';

/** What `satrap agent doctor` found out about a host; null for unknown values. */
export interface DoctorFacts {
  /** The configuration file that advice refers to. */
  configPath: string;
  settingFaults: readonly string[];
  /** Certificates and keys named in the settings that the agent's user cannot read. */
  unreadableFiles: readonly string[];
  engine: EngineFacts | { error: string };
  images: readonly ImageFacts[];
  allowUnlimited: boolean;
  /** Stop timeout of docker.service in seconds; null without systemd or the unit, Infinity without a limit. */
  engineStopSeconds: number | null;
  /** The restart policy of the agent's own container; null outside of a container. */
  ownRestart: { container: string; policy: string } | null;
  nodeStopSeconds: number;
  /** Disks that hold or may hold chain data: one for each data root. */
  chainDisks: readonly ChainDiskFacts[];
  /** MiB allocated to the nodes here; null without a store. */
  allocatedDiskMiB: number | null;
  storeDisk: (DiskFacts & { fsyncMs: number | null }) | null;
  memory: { totalMiB: number; availableMiB: number; swapMiB: number };
  openFiles: number;
  /** Default ports of the offered networks that are used by programs outside our containers. */
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
  /** The upgrade in progress, or why it cannot be read; null without one. */
  upgrade: { from: string; to: string } | { fault: string } | null;
  /** Units of this host that differ from this version's; null if systemd does not start this program. */
  staleUnits: readonly string[] | null;
  /** Containers and volumes with our label that belong to no executor of this data directory, with their executor. */
  foreignObjects: readonly string[];
}

export interface ImageFacts {
  /** With the client's name as prefix. */
  version: string;
  image: string;
  /** Why the image is neither on this host nor in a registry; null if it is. */
  fault: string | null;
}

export interface DiskFacts {
  path: string;
  device: number;
  totalMiB: number;
  freeMiB: number;
  /** Null for a file system without inode limits. */
  freeInodes: number | null;
  kind: string;
}

export interface ChainDiskFacts {
  /** The directory of a data root; null if the engine keeps the data and its location is unknown. */
  path: string | null;
  /** Null if this process cannot see it. */
  disk: DiskFacts | null;
  /** The mount point whose disk is missing. */
  missingMount: string | null;
}

export type KeyFacts = { purpose: string } | { refusal: string };

export interface ControlPlaneFacts {
  url: string;
  /** Addresses of its name; empty if it does not resolve. */
  addresses: readonly string[];
  error: string | null;
  /** The key's owner according to the control plane, or why it refuses the key; null without a key or an answer. */
  key: KeyFacts | null;
  /** Seconds by which this host's clock is ahead of the control plane's. */
  clockAheadSeconds: number | null;
  certificateEndsAt: string | null;
}

export type FindingLevel = 'ok' | 'warning' | 'problem';

/** One result of `satrap agent doctor`. */
export interface Finding {
  check: string;
  /** A `problem` keeps the agent or its nodes from working; a `warning` may do so later or degrades them. */
  level: FindingLevel;
  message: string;
  /** The command or step that fixes it; null if there is nothing to do. */
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
