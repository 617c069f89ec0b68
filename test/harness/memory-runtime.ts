import { addAbortListener } from 'node:events';
import type { DesiredNode } from '../../src/agent/desired/desired-entry.ts';
import type { PortAllocator } from '../../src/agent/runtime/port-allocator.ts';
import type {
  ApplyOptions,
  NodeRuntime,
  NodeSnapshot,
  Observation,
  Orphan,
  Plan,
  SnapshotInput,
  Step,
  StepDescription,
  StepOutcome,
  WorkloadChange,
} from '../../src/agent/runtime/runtime.ts';
import { RuntimeError } from '../../src/agent/runtime/runtime-error.ts';
import { isUp, runOf, type Workload } from '../../src/agent/runtime/workload.ts';
import type { ClientVersion } from '../../src/bitcoin/clients/registry.ts';
import type { EventKind } from '../../src/contract/events.ts';
import { workload } from '../fixtures/node.ts';

export type MemoryStepKind = 'pull' | 'create' | 'start' | 'stop' | 'remove' | 'remove-data';

const eventOf = {
  pull: 'node.image_pulled',
  create: 'node.container_created',
  start: 'node.started',
  stop: 'node.stopped',
  remove: 'node.container_removed',
  'remove-data': 'node.data_removed',
} as const satisfies Record<MemoryStepKind, EventKind>;

interface MemoryStep extends Step {
  kind: MemoryStepKind;
  nodeId: string;
}

/** A stream of changes that a test feeds, breaks and reopens. */
class ChangeStream {
  refusal: Error | undefined;
  readonly #waiting: WorkloadChange[] = [];
  #wake: (() => void) | undefined;
  #failure: Error | undefined;

  async *open(signal: AbortSignal, onOpen: () => void): AsyncGenerator<WorkloadChange> {
    if (this.refusal !== undefined) throw this.refusal;
    onOpen();
    while (!signal.aborted) {
      if (this.#failure !== undefined) {
        const failure = this.#failure;
        this.#failure = undefined;
        throw failure;
      }
      const change = this.#waiting.shift();
      if (change !== undefined) yield change;
      else await this.#untilWoken(signal);
    }
  }

  send(change: WorkloadChange): void {
    this.#waiting.push(change);
    this.#wake?.();
  }

  break(failure: Error): void {
    this.#failure = failure;
    this.#wake?.();
  }

  async #untilWoken(signal: AbortSignal): Promise<void> {
    const woken = Promise.withResolvers<void>();
    this.#wake = woken.resolve;
    using _listener = addAbortListener(signal, () => woken.resolve());
    await woken.promise;
  }
}

/** Runs nodes in memory, so that a test sees in virtual time how the loop uses a runtime. */
export class MemoryRuntime implements NodeRuntime {
  readonly label = 'the runtime in memory';
  readonly instanceId: string;
  /** What the loop did, in order: `observe ID`, then `STEP ID`. */
  readonly calls: string[] = [];
  readonly workloads = new Map<string, Workload & { version: string }>();
  readonly data = new Set<string>();
  readonly versions = new Set(['28.1']);
  readonly unreadable = new Set<string>();
  readonly changeStream = new ChangeStream();
  /** Called before each step: throw to make it fail, return a promise to make it take time. */
  onApply: (step: MemoryStep, options: ApplyOptions) => unknown = () => undefined;
  /** Called before an image is fetched: throw to make it fail, return a promise to make it take time. */
  onFetch: (clientVersion: string, signal: AbortSignal) => unknown = () => undefined;
  onObserve: (desired: DesiredNode) => unknown = () => undefined;
  /** Steps whose outcome the engine shows, so that the node need not be observed again. */
  readonly shown = new Set<MemoryStepKind>();
  engineStartedAt: number | null = null;
  readonly ports: PortAllocator = {
    allocate: async (_network, keep) => {
      // Nothing listens there: the monitor finds a daemon that does not answer yet.
      keep({ rpc: ++this.#lastPort, p2p: ++this.#lastPort });
    },
    allocateZmq: async (topics, keep) => keep(Object.fromEntries(topics.map((topic) => [topic, ++this.#lastPort]))),
    reject: () => undefined,
  };
  #starts = 0;
  #lastPort = 0;

  constructor(instanceId: string) {
    this.instanceId = instanceId;
  }

  async observe(desired: DesiredNode, recent?: Observation): Promise<Observation> {
    if (recent !== undefined) return recent;
    this.calls.push(`observe ${desired.id}`);
    await this.onObserve(desired);
    return this.#observed(desired);
  }

  #observed({ id }: DesiredNode): Observation {
    return { workload: this.workloads.get(id), data: this.data.has(id) ? 'present' : 'absent', imposters: [] };
  }

  keep(): void {}

  async fetchImage({ clientVersion }: ClientVersion, signal: AbortSignal): Promise<string | null> {
    this.calls.push(`fetch ${clientVersion}`);
    await this.onFetch(clientVersion, signal);
    const isNew = !this.versions.has(clientVersion);
    this.versions.add(clientVersion);
    return isNew ? `bitcoind:${clientVersion}` : null;
  }

  snapshot({ desired, hasLease }: SnapshotInput): NodeSnapshot {
    const present = this.workloads.get(desired.id);
    const isForeign = present !== undefined && present.instanceId !== this.instanceId;
    const steps = this.#steps(desired, present);
    const isBlocked = isForeign && !hasLease && steps.length > 0;
    const plan: Plan = isBlocked ? { steps: [], blocked: 'another agent made it' } : { steps, blocked: null };
    return { desired, workload: present, specHash: desired.clientVersion, plan };
  }

  describeStep({ kind, nodeId }: MemoryStep): StepDescription {
    const effect = kind === 'remove' || kind === 'remove-data' ? 'other' : kind;
    return { action: kind, effect, workloadId: `w-${nodeId}` };
  }

  async apply(step: MemoryStep, { desired }: NodeSnapshot, options: ApplyOptions): Promise<string> {
    this.calls.push(`${step.kind} ${step.nodeId}`);
    await this.onApply(step, options);
    const present = this.workloads.get(desired.id);
    if (step.kind === 'pull') this.versions.add(desired.clientVersion);
    if (step.kind === 'create') {
      this.data.add(desired.id);
      const made = { id: `w-${desired.id}`, instanceId: this.instanceId, state: 'stopped' as const, startedAt: null };
      this.workloads.set(desired.id, { ...workload(made), version: desired.clientVersion });
    }
    if (step.kind === 'remove') this.workloads.delete(desired.id);
    if (step.kind === 'remove-data') this.data.delete(desired.id);
    const result = `result of ${step.kind}`;
    if (present === undefined) return result;
    if (step.kind === 'start') this.#set(present, { state: 'running', startedAt: `run ${++this.#starts}` });
    if (step.kind === 'stop') this.#set(present, { state: 'stopped', finishedAt: `end of ${present.startedAt}` });
    return result;
  }

  isDone(step: MemoryStep, _specHash: string | null, snapshot: NodeSnapshot): boolean {
    const { workload: present } = snapshot;
    if (step.kind === 'create') return present !== undefined;
    if (step.kind === 'start') return present !== undefined && isUp(present);
    if (step.kind === 'stop') return present === undefined || !isUp(present);
    if (step.kind === 'remove') return present === undefined;
    return false;
  }

  async finish(step: MemoryStep, { desired }: NodeSnapshot, result?: unknown): Promise<StepOutcome> {
    const lastExit = step.kind === 'stop' ? (this.workloads.get(desired.id)?.finishedAt ?? null) : undefined;
    const data = { why: step.why, exitCode: null, result: result ?? 'unknown' };
    return {
      change: { failure: null, ...(lastExit === undefined ? {} : { lastExit }) },
      event: {
        ...{ kind: eventOf[step.kind], nodeId: desired.id, message: `${step.kind}: ${step.why}` },
        data,
      },
      observed: this.shown.has(step.kind) ? this.#observed(desired) : undefined,
    };
  }

  describe({ workload: present }: NodeSnapshot): string[] {
    return [present === undefined ? 'no workload' : `workload ${present.state}`];
  }

  async agentRpcOf(): Promise<null> {
    return null;
  }

  async refusal({ clientVersion }: DesiredNode): Promise<string | null> {
    return this.unreadable.has(clientVersion) ? `${clientVersion} cannot read the data` : null;
  }

  changes(signal: AbortSignal, onOpen: () => void): AsyncIterable<WorkloadChange> {
    return this.changeStream.open(signal, onOpen);
  }

  async startedAt(): Promise<number | null> {
    return this.engineStartedAt;
  }

  async logs(): Promise<string[]> {
    return ['Error: a reason'];
  }

  async *followLogs() {
    yield { time: '2026-01-01T00:00:00.000000000Z', line: 'Error: a reason' };
  }

  statsReader() {
    return async () => ({ cpuPercent: null, memoryMiB: null });
  }

  async updateConfig(): Promise<void> {}

  async legacyWallets(): Promise<string[]> {
    return [];
  }

  async sweepRehearsals(): Promise<void> {}

  async orphans(desired: ReadonlySet<string>): Promise<Orphan[]> {
    return [...this.data]
      .filter((nodeId) => !desired.has(nodeId))
      .map((nodeId) => ({ nodeId, name: nodeId, containerId: this.workloads.get(nodeId)?.id ?? null, data: null }));
  }

  /** The daemon of a node exits by itself, and a change reports it. */
  crash(nodeId: string, exitCode: number): void {
    this.crashUnreported(nodeId, exitCode);
    this.changeStream.send({ nodeId, workloadId: this.#presentOf(nodeId).id, exitCode });
  }

  /** The daemon of a node exits by itself, while no stream of changes is open. */
  crashUnreported(nodeId: string, exitCode: number): void {
    const present = this.#presentOf(nodeId);
    this.#set(present, { state: 'stopped', finishedAt: `end of ${runOf(present)}`, exitCode });
  }

  /** The daemon of a node exits, and the runtime restarts it before anyone observes it. */
  crashAndRestart(nodeId: string, exitCode: number): void {
    const present = this.#presentOf(nodeId);
    this.#set(present, { finishedAt: `end of ${runOf(present)}`, startedAt: `run ${++this.#starts}`, restartCount: 1 });
    this.changeStream.send({ nodeId, workloadId: present.id, exitCode });
  }

  stepsOf(nodeId: string): string[] {
    return this.calls
      .filter((call) => call.endsWith(` ${nodeId}`) && !call.startsWith('observe'))
      .map((call) => call.split(' ')[0] ?? '');
  }

  change(nodeId: string, changes: Partial<Workload & { version: string }>): void {
    this.workloads.set(nodeId, { ...this.#presentOf(nodeId), ...changes });
  }

  #presentOf(nodeId: string): Workload & { version: string } {
    const present = this.workloads.get(nodeId);
    if (present === undefined) throw new RuntimeError('not-found', `${nodeId} has no workload`);
    return present;
  }

  #set(present: Workload & { version: string }, changes: Partial<Workload>): void {
    for (const [nodeId, candidate] of this.workloads) {
      if (candidate === present) this.workloads.set(nodeId, { ...present, ...changes });
    }
  }

  #steps(desired: DesiredNode, present: (Workload & { version: string }) | undefined): MemoryStep[] {
    const stepsOf = (...kinds: MemoryStepKind[]) => kinds.map((kind) => ({ kind, nodeId: desired.id, why: 'desired' }));
    const removal: MemoryStepKind[] = present === undefined ? [] : isUp(present) ? ['stop', 'remove'] : ['remove'];
    if (desired.desiredState === 'deleted') {
      const erases = this.data.has(desired.id) && desired.dataPolicy === 'remove';
      return stepsOf(...removal, ...(erases ? (['remove-data'] as const) : []));
    }
    if (desired.desiredState === 'stopped') return present !== undefined && isUp(present) ? stepsOf('stop') : [];
    if (!this.versions.has(desired.clientVersion)) return stepsOf('pull');
    if (present === undefined) return stepsOf('create');
    if (present.version !== desired.clientVersion) return stepsOf(...removal, 'create');
    return isUp(present) ? [] : stepsOf('start');
  }
}
