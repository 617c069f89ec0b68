import { uptime } from 'node:os';
import { readsAllData, whyUnreadable } from '../../bitcoin/data-format.ts';
import type { Network } from '../../bitcoin/network.ts';
import type { ZmqTopic } from '../../bitcoin/zmq.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { issuesOf } from '../desired/host-offer.ts';
import type { MountTables } from '../host/missing-mount.ts';
import type { AgentRpc } from '../runtime/node-record.ts';
import type {
  ApplyOptions,
  NodeRuntime,
  Observation,
  Orphan,
  StepOutcome,
  WorkloadChange,
  WorkloadStats,
} from '../runtime/runtime.ts';
import type { Workload, ZmqPorts } from '../runtime/workload.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { DockerObserver } from './docker-observer.ts';
import { readAgentRpc } from './engine/agent-rpc.ts';
import { containerChanges } from './engine/container-events.ts';
import { containerLogs } from './engine/container-logs.ts';
import { StatsReader } from './engine/container-stats.ts';
import { readDataFormat } from './engine/data-marker.ts';
import { engineStartedAt } from './engine/engine-info.ts';
import { type FollowStart, followLogs } from './engine/follow-logs.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import { keepPin } from './image-pins.ts';
import type { ObservedNode } from './observe.ts';
import { OrphanFinder } from './orphans.ts';
import type { NodePorts, PortAllocator } from './port-allocator.ts';
import type { DockerSnapshot } from './snapshot.ts';
import type { StepDeps } from './step-kind.ts';
import { applyStep, type DockerStep, finishStep, isStepDone } from './steps.ts';

export interface DockerRuntimeOptions extends ExecutorOnEngine {
  /** The template of bitcoin.conf. */
  template: string;
  settings: ExecutorOnEngine['settings'] & Pick<AgentSettings, 'stopTimeoutSeconds'>;
  ports: PortAllocator;
  /** Default: those of this host. */
  mounts?: MountTables | undefined;
}

/** Runs nodes as containers of a Docker engine. */
export class DockerRuntime extends DockerObserver implements NodeRuntime {
  readonly label = 'The Docker engine';
  readonly #options: DockerRuntimeOptions;
  readonly #orphans: OrphanFinder;
  readonly #stepDeps: StepDeps;

  constructor(options: DockerRuntimeOptions) {
    super(options);
    this.#options = options;
    const { stopTimeoutSeconds, bindAddress } = options.settings;
    this.#stepDeps = { ...options, roots: options.settings, stopTimeoutSeconds, bindAddress };
    this.#orphans = new OrphanFinder(options);
  }

  keep({ image }: ObservedNode): void {
    keepPin(this.#options.database, image);
  }

  apply(step: DockerStep, snapshot: DockerSnapshot, options: ApplyOptions): Promise<unknown> {
    return applyStep(step, { ...this.#stepDeps, ...options, snapshot });
  }

  isDone(step: DockerStep, specHash: string | null, { observed }: DockerSnapshot): boolean {
    return isStepDone(step, specHash, observed);
  }

  finish(step: DockerStep, snapshot: DockerSnapshot, result?: unknown): Promise<StepOutcome> {
    return finishStep(step, result, { client: this.#options.client, snapshot });
  }

  async refusal(desired: DesiredNode, { workload }: Observation): Promise<string | null> {
    const { client, settings } = this.#options;
    const issues = issuesOf(desired, settings);
    if (issues.length > 0) return issues.join('; ');
    const { clientVersion, network } = desired;
    if (workload === undefined || readsAllData(clientVersion)) return null;
    return whyUnreadable(await readDataFormat(client, workload.id, network), clientVersion);
  }

  agentRpcOf({ id }: Workload): Promise<AgentRpc | null> {
    return readAgentRpc(this.#options.client, id);
  }

  allocatePorts(network: Network, keep: (ports: NodePorts) => void): Promise<void> {
    return this.#options.ports.allocate(network, keep);
  }

  allocateZmqPorts(topics: readonly ZmqTopic[], keep: (ports: ZmqPorts) => void): Promise<void> {
    return this.#options.ports.allocateZmq(topics, keep);
  }

  rejectPorts(ports: readonly number[]): void {
    this.#options.ports.reject(ports);
  }

  changes(signal: AbortSignal, onOpen: () => void): AsyncIterable<WorkloadChange> {
    return containerChanges(this.#options.client, this.#options.executorId, signal, onOpen);
  }

  logs(containerId: string, tail: number, range?: { since?: number; before?: number }): Promise<string[]> {
    return containerLogs(this.#options.client, containerId, tail, range);
  }

  followLogs(
    containerId: string,
    start: FollowStart,
    signal: AbortSignal,
  ): AsyncIterable<{ time: string; line: string }> {
    return followLogs(this.#options.client, containerId, start, signal);
  }

  async startedAt(): Promise<number | null> {
    // Without a start time of the engine, daemons only end with the host.
    return (await engineStartedAt(this.#options.client)) ?? bootedAt();
  }

  statsReader(containerId: string): () => Promise<WorkloadStats> {
    const reader = new StatsReader(this.#options.client, containerId);
    return () => reader.read();
  }

  orphans(desired: ReadonlySet<string>): Promise<Orphan[]> {
    return this.#orphans.find(desired);
  }
}

/** Boot time of this host, in milliseconds since the epoch, to the second. */
const bootedAt = (): number => Date.now() - uptime() * 1000;
