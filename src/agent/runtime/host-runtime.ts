import type { ExecutorKind } from '../../contract/types.generated.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { HostSettings } from '../store/host-settings.ts';
import type { NodeObserver, NodeRuntime } from './runtime.ts';

/** What decides whether nodes can be kept on an engine. */
export interface EngineTraits {
  /** Of its containers. */
  osType: string;
  cgroupVersion: string;
  /** `none` where the engine cannot limit what containers use. */
  cgroupDriver: string;
  isRootless: boolean;
}

/** Whether the engine keeps limits of memory and cores; a rootless one drops them in silence on cgroup 1. */
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

/** A container or volume that an agent made, of whichever executor. */
export interface OwnObject {
  kind: 'container' | 'volume';
  id: string;
  name: string;
  executorId: string;
  nodeId: string | null;
  nodeName: string | null;
  /** Of a container, such as running. */
  state: string | null;
  /** The directory of the host that a volume lies in; null where the engine keeps it. */
  directory: string | null;
  ports: readonly number[];
}

export interface ExecutorOnHost {
  executorId: string;
  instanceId: string;
  database: Store;
}

/** What a runtime knows of its host. Every method that returns a promise throws RuntimeError. */
export interface HostRuntime {
  readonly kind: ExecutorKind;
  /** The host's cores and memory, and the path under which it keeps chain data. */
  hostInfo(): Promise<{ cpus: number; memoryMiB: number; dataPath: string }>;
  /** Why nodes cannot be kept here, with what to do; null where they can. */
  whyUnfit(): Promise<string | null>;
  /** When the engine started, in milliseconds since the epoch; null where it does not say. */
  startedAt(): Promise<number | null>;
  hasImage(reference: string): Promise<boolean>;
  /** Asks the registry for an image, which may take seconds. Throws where it cannot be had. */
  askRegistry(reference: string, signal?: AbortSignal): Promise<void>;
  nodeRuntime(executor: ExecutorOnHost, settings: AgentSettings): NodeRuntime;
  observer(executor: ExecutorOnHost, settings: HostSettings): NodeObserver;
  facts(): Promise<EngineFacts>;
  /** How the engine restarts the container of this process; null outside of one. */
  ownRestart(): Promise<{ container: string; policy: string } | null>;
  ownObjects(): Promise<OwnObject[]>;
  /** The same as the engine lists it, for a support bundle. */
  listing(): Promise<unknown>;
  /** Returns those of the ports that something other than our own containers uses. */
  takenPorts(ports: readonly number[]): Promise<number[]>;
  wallets(containerId: string): Promise<string[]>;
  /** Stops the daemon gently, then removes its container and its chain data. Safe to repeat. */
  removeNode(node: { id: string; containerId: string | null; hasVolume: boolean }, graceSeconds: number): Promise<void>;
}
