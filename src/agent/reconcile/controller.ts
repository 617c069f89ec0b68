import type { ObservedNodeInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import { TaskGroup } from '../../timing/task-group.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import type { GuardedNode } from '../disk/disk-guard.ts';
import { loop } from '../loops/watched-loops.ts';
import type { NodeSample } from '../monitor/sample.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import { newNodeRecord } from '../runtime/node-record.ts';
import type { LogRange, NodeRuntime, WorkloadChange } from '../runtime/runtime.ts';
import { explainNode, type NodeExplanation } from './explain.ts';
import { type NodeWorker, nodeWorker } from './node-worker.ts';
import { type OrphanWatch, orphanWatch, type ReportedOrphan } from './orphan-watch.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { reportUnwatched, withUnsupported } from './report-unsupported.ts';
import { activeSeed } from './seed-coordination.ts';
import { takeoverTurns } from './takeover-turns.ts';
import { type UpcomingImages, upcomingImages } from './upcoming-images.ts';

export interface NodeControllerOptions {
  deps: Omit<ReconcileDeps, 'wakeNode' | 'takeovers'>;
  /** Called each time the runtime fails to answer, and each time its stream of changes opens. */
  onRuntimeReachable(answers: boolean, message: string): void;
  onRuntimeOpen(): void;
}

const crashRestartMs = 60_000;
const reconnectPolicy = { firstMs: 100, maxMs: 10_000, jitter: 0 };

/** Runs a worker for each desired node, and wakes it when desired state or workload change. A crash stops no other. */
export class NodeController {
  readonly #deps: ReconcileDeps;
  readonly #listeners: Pick<NodeControllerOptions, 'onRuntimeReachable' | 'onRuntimeOpen'>;
  readonly #workers = new Map<string, NodeWorker>();
  readonly #orphans: OrphanWatch;
  readonly #images: UpcomingImages;
  /** Undefined before `run`, which starts a worker for every desired node. */
  #tasks: TaskGroup | undefined;

  constructor({ deps, ...listeners }: NodeControllerOptions) {
    const wakeNode = (nodeId: string) => this.#workers.get(nodeId)?.wake({ urgent: false });
    this.#deps = { ...deps, wakeNode, takeovers: takeoverTurns(wakeNode) };
    this.#listeners = listeners;
    this.#orphans = orphanWatch(this.#deps);
    this.#images = upcomingImages(this.#deps);
  }

  get orphans(): ReportedOrphan[] {
    return this.#orphans.orphans;
  }

  /** Runs until `signal` aborts and every worker has ended. */
  async run(signal: AbortSignal): Promise<void> {
    const tasks = new TaskGroup(signal);
    this.#tasks = tasks;
    for (const { node } of this.#deps.desired.all()) this.#startWorker(node.id);
    tasks.add(this.#followChanges(tasks.signal));
    tasks.add(this.#orphans.run(tasks.signal));
    tasks.add(this.#images.run(tasks.signal));
    await tasks.done();
  }

  desiredChanged(nodeIds: readonly string[]): void {
    for (const nodeId of nodeIds) {
      const worker = this.#workers.get(nodeId);
      if (worker !== undefined) worker.wake({ urgent: true });
      else this.#startWorker(nodeId);
    }
    if (nodeIds.length === 0) return;
    this.#orphans.wake();
    this.#images.wake();
  }

  /** Wakes all workers. */
  wake(): void {
    for (const worker of this.#workers.values()) worker.wake({ urgent: true });
  }

  worker(nodeId: string): NodeWorker | undefined {
    return this.#workers.get(nodeId);
  }

  report(): ObservedNodeInput[] {
    const { desired, database } = this.#deps;
    const unwatched = desired.unsupported.filter(({ id }) => !this.#workers.has(id));
    return [
      ...[...this.#workers].map(([nodeId, { node }]) => withUnsupported(node.report(), desired.unsupportedOf(nodeId))),
      ...unwatched.map((node) => reportUnwatched(node, loadNodeRecord(database, node.id))),
    ];
  }

  /** Each node's disk usage, and whether it should run. */
  diskUsers(): GuardedNode[] {
    const { desired } = this.#deps;
    return [...this.#workers].map(([nodeId, worker]) => ({
      ...worker.node.diskUse(),
      wantsToRun: desired.get(nodeId)?.node.desiredState === 'running',
    }));
  }

  samples(): NodeSample[] {
    return [...this.#workers.values()].flatMap(({ node }) => node.lastSample ?? []);
  }

  /** Explains a node, also an orphaned one, which has no worker. Changes nothing. Throws RuntimeError. */
  explain(entry: DesiredEntry): Promise<NodeExplanation> {
    const { runtime, database, clock, lease } = this.#deps;
    const record = loadNodeRecord(database, entry.node.id) ?? newNodeRecord(clock.now());
    const worker = this.#workers.get(entry.node.id);
    return explainNode(runtime, entry, record, {
      copy: activeSeed(this.#deps, entry.node.id),
      hasLease: lease.isHeld,
      nextTryAt: worker?.nextTryAt ?? null,
      waitsFor: worker?.node.waitsFor,
    });
  }

  /** The last `tail` lines of a node's log, or of those in a range; null while it has no workload. Throws RuntimeError. */
  async readLog(nodeId: string, tail: number, range?: LogRange): Promise<string[] | null> {
    const workloadId = this.#workers.get(nodeId)?.node.workloadId;
    return workloadId === undefined ? null : this.#deps.runtime.logs(workloadId, tail, range);
  }

  /** See NodeRuntime. */
  followLog(...start: Parameters<NodeRuntime['followLogs']>): ReturnType<NodeRuntime['followLogs']> {
    return this.#deps.runtime.followLogs(...start);
  }

  #startWorker(nodeId: string): void {
    const { desired, log } = this.#deps;
    const tasks = this.#tasks;
    const entry = desired.get(nodeId);
    if (tasks === undefined || tasks.signal.aborted || entry === undefined) return;
    if (entry.orphaned && entry.node.desiredState !== 'deleted') return;
    const worker = nodeWorker(nodeId, this.#deps);
    this.#workers.set(nodeId, worker);
    const { signal } = tasks;
    tasks.add(
      worker.run(signal).then(
        () => this.#onWorkerDone(nodeId),
        (error: unknown) => {
          log.error({ err: error, nodeId }, 'node worker crashed; restarting in 60 s');
          return this.#restartWorker(nodeId, signal);
        },
      ),
    );
  }

  #onWorkerDone(nodeId: string): void {
    this.#workers.delete(nodeId);
    this.#orphans.wake();
    const entry = this.#deps.desired.get(nodeId);
    // The node was desired again while its worker was ending.
    if (entry !== undefined && !entry.orphaned) this.#startWorker(nodeId);
  }

  async #restartWorker(nodeId: string, signal: AbortSignal): Promise<void> {
    await this.#deps.clock.sleep(crashRestartMs, signal);
    this.#workers.delete(nodeId);
    this.#startWorker(nodeId);
  }

  /** Follows the runtime's changes. Changes while the stream is closed are found by observing once it reopens. */
  async #followChanges(signal: AbortSignal): Promise<void> {
    const { runtime, clock, watchLoop } = this.#deps;
    const { onRuntimeReachable, onRuntimeOpen } = this.#listeners;
    const backoff = new Backoff(reconnectPolicy);
    using pulse = watchLoop('engine events');
    const onOpen = () => {
      backoff.reset();
      onRuntimeReachable(true, `${runtime.label} is reachable again`);
      onRuntimeOpen();
      this.wake();
      this.#orphans.wake();
    };
    await loop({ pulse, signal, rest: (ms) => clock.sleep(ms, signal) }, async () => {
      try {
        pulse.away();
        for await (const change of runtime.changes(signal, onOpen)) this.#onWorkloadChange(change);
      } catch (error) {
        if (!signal.aborted) onRuntimeReachable(false, errorMessage(error));
      }
      return backoff.next();
    });
  }

  #onWorkloadChange({ nodeId, workloadId, exitCode, outOfMemory }: WorkloadChange): void {
    const worker = this.#workers.get(nodeId);
    if (worker === undefined) {
      this.#orphans.wake();
      return;
    }
    if (exitCode !== null || outOfMemory) worker.node.exitReported(workloadId, { code: exitCode, outOfMemory });
    worker.wake({ urgent: false });
  }
}
