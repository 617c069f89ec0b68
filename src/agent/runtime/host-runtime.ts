import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { HostSettings } from '../store/host-settings.ts';
import type { NodeObserver, NodeRuntime } from './runtime.ts';

/** What decides whether nodes can run on an engine. */
export interface EngineTraits {
  /** Of its containers. */
  osType: string;
  cgroupVersion: string;
  /** `none` if the engine cannot limit containers. */
  cgroupDriver: string;
  isRootless: boolean;
}

/** Whether the engine enforces memory and CPU limits; a rootless one silently drops them on cgroup 1. */
export const keepsLimits = ({ cgroupDriver, cgroupVersion, isRootless }: EngineTraits): boolean =>
  cgroupDriver !== 'none' && !(isRootless && cgroupVersion === '1');

export interface EngineFacts extends EngineTraits {
  version: string;
  isPodman: boolean;
  storageDriver: string;
  liveRestore: boolean;
  rootDir: string;
  warnings: readonly string[];
}

/** A container or volume created by an agent of any executor. */
export interface OwnObject {
  kind: 'container' | 'volume';
  id: string;
  name: string;
  executorId: string;
  nodeId: string | null;
  nodeName: string | null;
  /** State of a container, such as running. */
  state: string | null;
  /** The host directory of a volume; null if the engine keeps it. */
  directory: string | null;
  ports: readonly number[];
}

export interface ExecutorOnHost {
  executorId: string;
  instanceId: string;
  database: Store;
}

/** The runtime's view of its host. Every method that returns a promise throws RuntimeError. */
export interface HostRuntime {
  /** Such as `docker`. */
  readonly kind: string;
  /** The host's cores and memory, and the path of its chain data. */
  hostInfo(): Promise<{ cpus: number; memoryMiB: number; dataPath: string }>;
  /** Why nodes cannot run here, with what to do; null if they can. */
  whyUnfit(): Promise<string | null>;
  /** When the engine started, in milliseconds since the epoch; null if unknown. */
  startedAt(): Promise<number | null>;
  hasImage(reference: string): Promise<boolean>;
  /** Asks the registry for an image, which may take seconds. Throws if it is not available. */
  askRegistry(reference: string, signal?: AbortSignal): Promise<void>;
  nodeRuntime(executor: ExecutorOnHost, settings: AgentSettings): NodeRuntime;
  observer(executor: ExecutorOnHost, settings: HostSettings): NodeObserver;
  facts(): Promise<EngineFacts>;
  /** How the engine restarts the container of this process; null outside of one. */
  ownRestart(): Promise<{ container: string; policy: string } | null>;
  ownObjects(): Promise<OwnObject[]>;
  /** The raw listing of the engine, for a support bundle. */
  listing(): Promise<unknown>;
  /** Returns the ports used by something other than our own containers. */
  takenPorts(ports: readonly number[]): Promise<number[]>;
  wallets(containerId: string): Promise<string[]>;
  /** Stops the daemon cleanly, then removes its container and its chain data. Safe to repeat. */
  removeNode(node: { id: string; containerId: string | null; hasVolume: boolean }, graceSeconds: number): Promise<void>;
}
