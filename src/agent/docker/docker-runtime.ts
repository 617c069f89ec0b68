import type { DatabaseSync } from 'node:sqlite';
import type { Network } from '../../bitcoin/network.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { imageOf } from '../desired/host-offer.ts';
import type {
  ApplyOptions,
  NodeRuntime,
  Orphan,
  SnapshotInput,
  StepOutcome,
  WorkloadChange,
  WorkloadStats,
} from '../runtime/runtime.ts';
import type { StepDescription } from '../runtime/plan.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { applyStep } from './apply.ts';
import { describeObservation } from './describe-observation.ts';
import { containerChanges } from './engine/container-events.ts';
import { containerLogs } from './engine/container-logs.ts';
import { StatsReader } from './engine/container-stats.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { keepPin, noImage, resolveImage } from './image-pins.ts';
import { type ObservedNode, observeContainers } from './observe.ts';
import { findOrphans } from './orphans.ts';
import { type NodePorts, PortAllocator } from './port-allocator.ts';
import { type DockerSnapshot, type SnapshotSettings, takeSnapshot } from './snapshot.ts';
import { type DockerStep, describeStep } from './step.ts';
import { eventAfter, isDone, recordAfter } from './step-effects.ts';

export interface DockerRuntimeOptions {
  client: EngineClient;
  database: DatabaseSync;
  executorId: string;
  instanceId: string;
  /** The template of bitcoin.conf. */
  template: string;
  settings: SnapshotSettings & Pick<AgentSettings, 'dataRoot' | 'stopTimeoutSeconds'>;
  ports: PortAllocator;
}

/** Runs nodes as containers of a Docker engine. */
export class DockerRuntime implements NodeRuntime {
  readonly label = 'Docker';
  readonly #options: DockerRuntimeOptions;

  constructor(options: DockerRuntimeOptions) {
    this.#options = options;
  }

  async observe(desired: DesiredNode): Promise<ObservedNode> {
    const { client, database, executorId, settings } = this.#options;
    const reference = desired.desiredState === 'deleted' ? undefined : imageOf(settings, desired.clientVersion);
    const [containers, image] = await Promise.all([
      observeContainers({ client, executorId, dataRoot: settings.dataRoot }, desired.id),
      reference === undefined ? noImage : resolveImage(client, database, reference),
    ]);
    return { ...containers, image };
  }

  keep({ image }: ObservedNode): void {
    keepPin(this.#options.database, image);
  }

  snapshot(input: SnapshotInput & { observed: ObservedNode }): DockerSnapshot {
    return takeSnapshot(input, this.#options.settings, this.#options.instanceId);
  }

  describeStep(step: DockerStep): StepDescription {
    return describeStep(step);
  }

  apply(step: DockerStep, snapshot: DockerSnapshot, options: ApplyOptions): Promise<void> {
    const { client, executorId, instanceId, template, settings } = this.#options;
    const { dataRoot, stopTimeoutSeconds } = settings;
    const deps = { client, executorId, instanceId, template, dataRoot, stopTimeoutSeconds };
    return applyStep(step, snapshot, deps, options);
  }

  isDone(step: DockerStep, specHash: string | null, snapshot: DockerSnapshot): boolean {
    return isDone(step, specHash, snapshot);
  }

  async outcome(step: DockerStep, snapshot: DockerSnapshot): Promise<StepOutcome> {
    const { client, executorId, settings } = this.#options;
    const { desired, observed } = snapshot;
    // Only a stop leaves behind what the event and the record tell: the exit code and its time.
    const { containers } =
      step.kind === 'stop-container'
        ? await observeContainers({ client, executorId, dataRoot: settings.dataRoot }, desired.id)
        : observed;
    return { change: recordAfter(step, snapshot, containers), event: eventAfter(desired.id, step, containers) };
  }

  describe(snapshot: DockerSnapshot): string[] {
    return describeObservation(snapshot);
  }

  allocatePorts(network: Network, keep: (ports: NodePorts) => void): Promise<void> {
    return this.#options.ports.allocate(network, keep);
  }

  rejectPorts(ports: NodePorts): void {
    this.#options.ports.reject(ports);
  }

  changes(signal: AbortSignal, onOpen: () => void): AsyncIterable<WorkloadChange> {
    return containerChanges(this.#options.client, this.#options.executorId, signal, onOpen);
  }

  logs(containerId: string, tail: number): Promise<string[]> {
    return containerLogs(this.#options.client, containerId, tail);
  }

  statsReader(containerId: string): () => Promise<WorkloadStats> {
    const reader = new StatsReader(this.#options.client, containerId);
    return () => reader.read();
  }

  orphans(desired: ReadonlySet<string>): Promise<Orphan[]> {
    return findOrphans(this.#options.client, this.#options.executorId, desired);
  }
}
