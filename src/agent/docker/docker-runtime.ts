import { readsAllData, whyUnreadable } from '../../bitcoin/data-format.ts';
import type { Network } from '../../bitcoin/network.ts';
import type { ZmqTopic } from '../../bitcoin/zmq.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { issuesOf } from '../desired/host-offer.ts';
import { bootedAt } from '../host/booted-at.ts';
import type { MountTables } from '../host/missing-mount.ts';
import type {
  ApplyOptions,
  NodeRuntime,
  Observation,
  Orphan,
  StepOutcome,
  WorkloadChange,
  WorkloadStats,
} from '../runtime/runtime.ts';
import type { ZmqPorts } from '../runtime/workload.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { applyStep } from './apply.ts';
import { DockerObserver, type DockerObserverOptions } from './docker-observer.ts';
import { containerChanges } from './engine/container-events.ts';
import { containerLogs } from './engine/container-logs.ts';
import { StatsReader } from './engine/container-stats.ts';
import { readDataFormat } from './engine/data-marker.ts';
import { engineStartedAt } from './engine/engine-info.ts';
import { type FollowStart, followLogs } from './engine/follow-logs.ts';
import { keepPin } from './image-pins.ts';
import { isMoveStep, type MoveStep, moveOutcome, moveRefused } from './move/move-effects.ts';
import { type ObservedNode, observeEngine } from './observe.ts';
import { OrphanFinder } from './orphans.ts';
import type { NodePorts, PortAllocator } from './port-allocator.ts';
import { readHasBegun } from './reindex-start.ts';
import { type SeedResult, withSeedResult } from './seed/apply-seed.ts';
import type { DockerSnapshot } from './snapshot.ts';
import type { DockerStep } from './step.ts';
import { eventAfter, isDone, recordAfter } from './step-effects.ts';

export interface DockerRuntimeOptions extends DockerObserverOptions {
  /** The template of bitcoin.conf. */
  template: string;
  settings: DockerObserverOptions['settings'] & Pick<AgentSettings, 'stopTimeoutSeconds'>;
  ports: PortAllocator;
  /** Default: those of this host. */
  mounts?: MountTables | undefined;
}

/** Runs nodes as containers of a Docker engine. */
export class DockerRuntime extends DockerObserver implements NodeRuntime {
  readonly label = 'The Docker engine';
  readonly #options: DockerRuntimeOptions;
  readonly #orphans: OrphanFinder;
  readonly #seedResults = new Map<string, SeedResult>();
  readonly #moveRefusals = new Map<string, string>();

  constructor(options: DockerRuntimeOptions) {
    super(options);
    this.#options = options;
    this.#orphans = new OrphanFinder({ ...options, images: options.settings.images });
  }

  keep({ image }: ObservedNode): void {
    keepPin(this.#options.database, image);
  }

  apply(step: DockerStep, snapshot: DockerSnapshot, options: ApplyOptions): Promise<void> {
    const { client, database, executorId, instanceId, template, settings, mounts } = this.#options;
    const { stopTimeoutSeconds, bindAddress } = settings;
    const deps = {
      ...{
        client,
        database,
        executorId,
        instanceId,
        template,
        roots: settings,
        mounts,
        stopTimeoutSeconds,
        bindAddress,
      },
      onSeedResult: (nodeId: string, result: SeedResult) => this.#seedResults.set(nodeId, result),
      onMoveRefused: (nodeId: string, reason: string) => this.#moveRefusals.set(nodeId, reason),
    };
    this.#moveRefusals.delete(snapshot.desired.id);
    return applyStep(step, snapshot, deps, options);
  }

  isDone(step: DockerStep, specHash: string | null, snapshot: DockerSnapshot): boolean {
    return isDone(step, specHash, snapshot);
  }

  async outcome(step: DockerStep, snapshot: DockerSnapshot): Promise<StepOutcome> {
    const { client, executorId, settings } = this.#options;
    const { desired, observed } = snapshot;
    if (isMoveStep(step)) return this.#moveOutcome(step, snapshot);
    // Only a stop leaves behind what the event and the record tell: the exit code and its time.
    const { containers } =
      step.kind === 'stop-container'
        ? await observeEngine({ client, executorId, roots: settings }, desired.id)
        : observed;
    const hasBegun = step.kind === 'settle-reindex' && (await readHasBegun(client, step));
    // An agent that was killed after the step knows no more of it than that it is done.
    return {
      change: recordAfter(step, snapshot, containers, hasBegun),
      event: withSeedResult(eventAfter(desired.id, step, containers, hasBegun), this.#takeSeedResult(desired.id)),
    };
  }

  #moveOutcome(step: MoveStep, { desired: { id }, move }: DockerSnapshot): StepOutcome {
    const refused = this.#moveRefusals.get(id);
    this.#moveRefusals.delete(id);
    if (refused !== undefined) return moveRefused(id, step, move, refused);
    const found = this.#takeSeedResult(id);
    const { change, event } = moveOutcome(id, step, move, Number(found?.data['bytes']) || undefined);
    return { change, event: withSeedResult(event, found) };
  }

  #takeSeedResult(nodeId: string): SeedResult | undefined {
    const found = this.#seedResults.get(nodeId);
    this.#seedResults.delete(nodeId);
    return found;
  }

  async refusal(desired: DesiredNode, { workload }: Observation): Promise<string | null> {
    const { client, settings } = this.#options;
    const issues = issuesOf(desired, settings);
    if (issues.length > 0) return issues.join('; ');
    const { clientVersion, network } = desired;
    if (workload === undefined || readsAllData(clientVersion)) return null;
    return whyUnreadable(await readDataFormat(client, workload.id, network), clientVersion);
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
    // Without a start of the engine's own, daemons end with the host alone.
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
