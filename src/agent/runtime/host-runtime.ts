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
  /** What the engine itself says it cannot limit, as on a kernel without the memory controller. */
  unlimited: readonly string[];
}

/**
 * Why the engine does not enforce memory and CPU limits, with what to do; null if it does. A rootless one silently drops
 * them on cgroup 1, and any does without the kernel's controller.
 */
export function whyUnlimited({
  cgroupDriver,
  cgroupVersion,
  isRootless,
  unlimited,
}: EngineTraits): { text: string; remedy: string } | null {
  const traits = `${isRootless ? 'rootless, ' : ''}cgroup ${cgroupVersion}, driver ${cgroupDriver}`;
  if (cgroupDriver === 'none' || (isRootless && cgroupVersion === '1'))
    return {
      text: `the engine cannot limit memory and CPU of nodes (${traits})`,
      remedy: 'run the engine as root, or rootless on a host with cgroup 2 and delegated controllers',
    };
  if (unlimited.length === 0) return null;
  const remedy = isRootless
    ? 'delegate the cgroup controllers to the user of the engine'
    : 'enable the controllers in the kernel’s command line (on a Raspberry Pi, add cgroup_enable=memory to cmdline.txt) and reboot';
  return { text: `the engine cannot limit ${unlimited.join(' and ')} of nodes (${traits})`, remedy };
}

export interface EngineFacts extends EngineTraits {
  version: string;
  isPodman: boolean;
  /** Whether a user of a container has another id on the host, as with a rootless engine. */
  mapsUsers: boolean;
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
  /** Why an image on this host cannot run here; null if it can, or is not here. */
  foreignPlatform(reference: string): Promise<string | null>;
  /** Asks the registry for an image, which may take seconds. Throws if it is not available. */
  askRegistry(reference: string, signal?: AbortSignal): Promise<void>;
  nodeRuntime(executor: ExecutorOnHost, settings: AgentSettings): NodeRuntime;
  observer(executor: ExecutorOnHost, settings: HostSettings): NodeObserver;
  facts(): Promise<EngineFacts>;
  /** How the engine restarts the container of this process; null outside of one. */
  ownRestart(): Promise<{ container: string; policy: string } | null>;
  ownObjects(): Promise<OwnObject[]>;
  /** The running daemons, with their process on the engine's host. */
  nodeProcesses(): Promise<{ nodeId: string; pid: number }[]>;
  /** The raw listing of the engine, for a support bundle. */
  listing(): Promise<unknown>;
  /** Returns the ports used by something other than our own containers. */
  takenPorts(ports: readonly number[]): Promise<number[]>;
  wallets(containerId: string): Promise<string[]>;
  /** Stops the daemon cleanly, then removes its container and its chain data. Safe to repeat. */
  removeNode(node: { id: string; containerId: string | null; hasVolume: boolean }, graceSeconds: number): Promise<void>;
}
