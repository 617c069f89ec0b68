import type { Logger } from 'pino';
import type { ObservedNodeInput } from '../../contract/types.generated.ts';
import { backoffDelay } from '../../timing/backoff.ts';
import type { DesiredEntry, DesiredNode } from '../desired/desired-entry.ts';
import type { DiskUse } from '../disk/disk-guard.ts';
import type { Pulse } from '../loops/watched-loops.ts';
import type { RpcEndpoint } from '../monitor/rpc.ts';
import { type FindTarget, RunMonitor, targetFinder } from '../monitor/run-monitor.ts';
import type { NodeSample } from '../monitor/sample.ts';
import { exitTracker, type ReportedExit } from '../node/exit-tracker.ts';
import { progressed } from '../node/operations/operations.ts';
import { NodeRecordStore } from '../node/record-store.ts';
import { trackReverted, whatRuns } from '../node/revert/what-runs.ts';
import { nodeStatus } from '../node/status.ts';
import type { NodeSnapshot, Observation, Step } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { isUp, type Workload } from '../runtime/workload.ts';
import { logStoreError, StoreFull, toStoreError } from '../store/store-error.ts';
import { changeGuard } from './change-guard.ts';
import { DaemonFacts } from './daemon-facts.ts';
import { classifyFailure, retryPolicy } from './failure.ts';
import { assignPortsAndCredentials } from './node-assignment.ts';
import { desiredNow, preparePass } from './prepare-pass.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { reportNode } from './report-node.ts';
import { activeSeed, failedCopy, wakingSource } from './seed-coordination.ts';
import { stepRunner } from './step-runner.ts';
import { inTurn, takenOver } from './takeover-turns.ts';

/** An observation with the changes of our own steps serves this long: others may change the node meanwhile. */
const maxObservedMs = 1000;

/** Moves one node towards its desired state: each call observes it and carries out at most one step. */
export class NodeReconciler {
  readonly #nodeId: string;
  readonly #deps: ReconcileDeps;
  readonly #log: Logger;
  readonly #store: NodeRecordStore;
  readonly #facts: DaemonFacts;
  readonly #monitor: RunMonitor;
  readonly #targetOf: FindTarget;
  readonly #exits: ReturnType<typeof exitTracker>;
  readonly #status: ReturnType<typeof nodeStatus>;
  readonly #changes: ReturnType<typeof changeGuard>;
  readonly #steps: ReturnType<typeof stepRunner>;
  #imposters = '';
  #snapshot: NodeSnapshot | undefined;
  /** The outcome of the last step, which serves until then and for this desired state in place of an observation. */
  #recent: { asked: DesiredNode; observation: Observation; until: number } | undefined;
  #observed: Observation | undefined;

  constructor(nodeId: string, deps: ReconcileDeps) {
    const { runtime, clock, settings, watchLoop } = deps;
    const log = deps.log.child({ nodeId, node: deps.desired.get(nodeId)?.node.name });
    const store = new NodeRecordStore(nodeId, deps.database, deps.recorder, clock);
    this.#nodeId = nodeId;
    this.#deps = deps;
    this.#log = log;
    this.#store = store;
    this.#facts = new DaemonFacts(store, deps);
    this.#targetOf = targetFinder(runtime, settings.bindAddress, deps.instanceId);
    this.#monitor = new RunMonitor({
      clock,
      log,
      watchLoop,
      sampleIntervalSeconds: settings.sampleIntervalSeconds,
      onHealth: () => this.#tryWrite('a change of health', () => this.#healthChanged()),
      onSample: (sample) => this.#tryWrite('a sample', () => this.#facts.recordSample(sample)),
    });
    this.#exits = exitTracker({ store, runtime, log, hasSpace: () => deps.disk.hasSpace(nodeId) });
    this.#status = nodeStatus(store, deps);
    this.#changes = changeGuard({ store, runtime, clock, log });
    this.#steps = stepRunner({
      store,
      deps,
      log,
      onBegun: (step) => this.#stepBegun(step),
      onProgress: (step, progress) =>
        this.#tryWrite('the progress of a step', () => {
          const { effect, operationId } = runtime.describeStep(step);
          if (operationId !== undefined) store.update(progressed(store.record, operationId, progress));
          this.#status.showProgress({ effect, why: step.why }, progress);
        }),
      onFinished: (step) => {
        if (['start', 'stop'].includes(runtime.describeStep(step).effect)) this.#exits.discard();
      },
    });
  }

  /** The last sample; once the node is down, without the resources it no longer uses. */
  get lastSample(): NodeSample | undefined {
    const sample = this.#facts.lastSample;
    return sample === undefined || this.diskUse().isUp ? sample : { ...sample, cpuPercent: null, memoryMiB: null };
  }

  get answers(): boolean {
    const { health } = this.#monitor;
    return health !== null && health.state !== 'starting';
  }

  get phase(): string {
    return this.#store.record.status.phase;
  }

  get workloadId(): string | undefined {
    return this.#snapshot?.workload?.id;
  }

  get waitsFor(): string | undefined {
    return this.#snapshot?.plan.waitsFor;
  }

  get rpc(): RpcEndpoint | null {
    return this.#monitor.rpc;
  }

  diskUse(): DiskUse {
    const { workload } = this.#snapshot ?? {};
    return {
      id: this.#nodeId,
      directory: this.#observed?.directory ?? null,
      isUp: workload !== undefined && isUp(workload),
      suspension: this.#store.record.suspension,
    };
  }

  report(): ObservedNodeInput {
    const asked = this.#deps.desired.get(this.#nodeId)?.node;
    const { data, dataRoot = null } = this.#observed ?? {};
    return reportNode({
      nodeId: this.#nodeId,
      asked,
      record: this.#store.record,
      workloadId: this.#snapshot && (this.workloadId ?? null),
      reverted: asked === undefined ? null : this.#changes.report(asked),
      dataRoot: data === 'present' ? dataRoot : null,
      addresses: this.#deps.settings,
    });
  }

  exitReported(workloadId: string, exit: ReportedExit): void {
    this.#exits.reported(workloadId, exit);
  }

  cancelNeedless(entry: DesiredEntry): void {
    // Now: the next request may be the previous configuration again, which is a new try.
    this.#store.update(trackReverted(entry.node, this.#store.record));
    this.#steps.cancelNeedless({ ...entry, node: whatRuns(entry.node, this.#store.record) });
  }

  close(): void {
    this.#monitor.stop();
    this.#deps.takeovers.end(this.#nodeId);
  }

  /**
   * Observes the node and carries out at most one step. Returns the delay of the next pass. `onObserve` is called before
   * an observation, which sees all changes until then.
   */
  async reconcile(asked: DesiredNode, signal: AbortSignal, pulse: Pulse, onObserve: () => void): Promise<number> {
    const { runtime, settings, disk, lease, wakeNode, clock } = this.#deps;
    const copy = activeSeed(this.#deps, this.#nodeId);
    const desired = desiredNow({ requested: asked, record: this.#store.record, copy });
    const since = clock.elapsed();
    const recent = this.#recent?.asked === asked && since < this.#recent.until ? this.#recent : undefined;
    this.#recent = undefined;
    if (recent === undefined) onObserve();
    const observed = await runtime.observe(desired, recent?.observation);
    runtime.keep(observed);
    this.#observed = observed;
    this.#logImposters(observed);
    const { record } = this.#store;
    const suspension = disk.suspensionOf(this.#nodeId);
    const pass = preparePass(runtime, { requested: asked, desired, record, copy, observed, suspension });
    await wakingSource(this.#store, wakeNode, () => this.#store.update(pass.change, pass.events));
    if (!this.#isStopping(observed.workload) && (await this.#exits.record(observed.workload, signal)))
      // A daemon that crashes repeatedly may never answer.
      this.#deps.takeovers.end(this.#nodeId);
    if (desired.desiredState === 'running')
      await assignPortsAndCredentials(desired, observed.workload, this.#store, runtime);
    const plan = () => pass.plan({ record: this.#store.record, hasLease: lease.isHeld });
    this.#snapshot = plan();
    if (await this.#steps.recoverIntent(this.#snapshot)) this.#snapshot = plan();
    const { recognised } = this.#snapshot;
    if (recognised)
      this.#store.update({ applied: recognised, everStarted: true }, [{ event: takenOver(this.#nodeId) }]);
    this.#monitor.follow(this.#targetOf(this.#snapshot, this.#store.record));
    if (await this.#changes.revert(asked, observed, this.#monitor.health)) return 0;
    this.#snapshot = inTurn(this.#snapshot, this.#store.record, this.#deps);
    const step = this.#snapshot.plan.steps[0];
    if (step === undefined) {
      const { workload } = this.#snapshot;
      if (workload !== undefined)
        await this.#facts.recordWallets(this.#monitor.health, (names) =>
          runtime.legacyWallets(workload.id, { network: desired.network, names }),
        );
      this.#markSettled(this.#snapshot);
      // The source's daemon is down: its data can be copied.
      if (copy !== undefined) wakeNode(copy.id);
      return settings.reconcileIntervalSeconds * 1000;
    }
    signal.throwIfAborted();
    const run = this.#steps.run(step, this.#snapshot, signal, pulse).catch((error: unknown) => {
      // A permanently failed copy releases its source; the agent's shutdown is no failure.
      if (!signal.aborted) this.#store.update(failedCopy(this.#store.record, error, desired.restartCounter));
      throw error;
    });
    await wakingSource(this.#store, wakeNode, () => run);
    const observation = await run;
    if (observation !== undefined) this.#recent = { asked, observation, until: recent?.until ?? since + maxObservedMs };
    return 0;
  }

  /** Records that `reconcile` threw, and returns after how many milliseconds to retry. */
  recordFailure(thrown: unknown): number {
    this.#deps.takeovers.end(this.#nodeId);
    const error = toStoreError(thrown, this.#deps.database);
    const failed = this.#steps.unfinished;
    const effect = failed && this.#deps.runtime.describeStep(failed).effect;
    const { failure, isNew, rejected } = classifyFailure(error, this.#store.record, effect);
    if (isNew) this.#log.error({ err: isExpected(error) ? undefined : error }, failure.message);
    if (rejected !== null) this.#deps.runtime.ports.reject(rejected.numbers);
    try {
      this.#store.update({ failure, ...rejected?.change });
      this.#refreshStatus();
    } catch (storeError) {
      logStoreError(this.#log, 'cannot write to the agent’s store', storeError, this.#deps.database);
    }
    return backoffDelay(retryPolicy, failure.count);
  }

  /** Whether an unfinished step of ours stops this workload: its exit is expected. */
  #isStopping(workload: Workload | undefined): boolean {
    const step = this.#steps.unfinished;
    if (step === undefined) return false;
    const { effect, workloadId } = this.#deps.runtime.describeStep(step);
    return effect === 'stop' && workloadId === workload?.id;
  }

  #logImposters({ imposters }: Observation): void {
    const names = imposters.join(', ');
    if (names !== '' && names !== this.#imposters) {
      this.#log.warn({ containers: imposters }, 'ignored foreign containers with the name or labels of this node');
    }
    this.#imposters = names;
  }

  #stepBegun(step: Step): void {
    // An open connection to its RPC server keeps a daemon from exiting for seconds.
    if (this.#deps.runtime.describeStep(step).effect === 'stop') this.#monitor.stop();
    this.#refreshStatus();
  }

  #markSettled({ desired, plan, workload }: NodeSnapshot): void {
    const { health } = this.#monitor;
    const isReached = desired.desiredState !== 'running' || (workload !== undefined && isUp(workload));
    const isWaiting = plan.blocked !== null || plan.waitsFor !== undefined;
    const isSettled = !isWaiting && this.#store.record.restart.pending === null && isReached;
    this.#store.update({ failure: null, ...(isSettled ? { appliedRevision: desired.revision, cause: null } : {}) });
    // The daemon may have answered before the reindex was recorded as started.
    this.#facts.endReindex(desired, health);
    if (desired.desiredState !== 'running' || plan.blocked !== null) this.#deps.takeovers.end(this.#nodeId);
    this.#refreshStatus();
  }

  #healthChanged(): void {
    if (this.#snapshot !== undefined) this.#facts.endReindex(this.#snapshot.desired, this.#monitor.health);
    if (this.answers) this.#deps.takeovers.end(this.#nodeId);
    this.#refreshStatus();
  }

  #refreshStatus(): void {
    const step = this.#steps.current;
    if (this.#snapshot !== undefined) this.#changes.note(this.#snapshot, this.#monitor.health);
    this.#status.refresh({
      snapshot: this.#snapshot,
      step: step && { effect: this.#deps.runtime.describeStep(step).effect, why: step.why },
      health: this.#monitor.health,
    });
  }

  /** For writes that will be repeated anyway: a full disk must not stop monitoring or a pull. */
  #tryWrite(what: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      logStoreError(this.#log, `lost ${what}: store not writable`, error, this.#deps.database);
    }
  }
}

const isExpected = (error: unknown): boolean => error instanceof RuntimeError || error instanceof StoreFull;
