import type { Logger } from 'pino';
import type { ObservedNodeInput } from '../../contract/types.generated.ts';
import { backoffDelay } from '../../timing/backoff.ts';
import type { DesiredEntry, DesiredNode } from '../desired/desired-entry.ts';
import type { DiskUse } from '../disk/disk-guard.ts';
import type { Pulse } from '../loops/watched-loops.ts';
import { loweredConnectionsOf } from '../monitor/daemon-view.ts';
import type { RpcEndpoint } from '../monitor/rpc.ts';
import { type FindTarget, RunMonitor, targetFinder } from '../monitor/run-monitor.ts';
import { type NodeSample, readLoadedWallets } from '../monitor/sample.ts';
import { type ExitTracker, exitTracker, type ReportedExit } from '../node/exit-tracker.ts';
import { progressed } from '../node/operations/operations.ts';
import { type NodeRecordStore, nodeRecordStore } from '../node/record-store.ts';
import { trackReverted, whatRuns } from '../node/revert/what-runs.ts';
import { NodeStatus } from '../node/status.ts';
import type { NodeSnapshot, Observation, PullProgress, Step } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { isUp, type Workload } from '../runtime/workload.ts';
import { logStoreError, StoreFull, toStoreError } from '../store/store-error.ts';
import { type ChangeGuard, changeGuard } from './change-guard.ts';
import { type DaemonFacts, daemonFacts } from './daemon-facts.ts';
import { classifyFailure, retryPolicy } from './failure.ts';
import { type LoadedWallets, loadedWallets, reportedWallets } from './loaded-wallets.ts';
import { assignPortsAndCredentials } from './node-assignment.ts';
import { desiredNow, type ObservedPass, preparePass } from './prepare-pass.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { reportNode } from './report-node.ts';
import { activeSeed, failedCopy, wakingSource } from './seed-coordination.ts';
import { StepRunner } from './step-runner.ts';
import { inTurn, takenOver } from './takeover-turns.ts';

/** An observation with the changes of our own steps serves this long: others may change the node meanwhile. */
const maxObservedMs = 1000;

/** Moves one node towards its desired state: each pass observes it and carries out at most one step. */
export class NodeReconciler {
  readonly #nodeId: string;
  readonly #deps: ReconcileDeps;
  readonly #log: Logger;
  readonly #store: NodeRecordStore;
  readonly #facts: DaemonFacts;
  readonly #exits: ExitTracker;
  readonly #status: NodeStatus;
  readonly #changes: ChangeGuard;
  readonly #wallets: LoadedWallets;
  readonly #targetOf: FindTarget;
  readonly #monitor: RunMonitor;
  readonly #steps: StepRunner;
  /** The foreign containers that were logged last, so that each set of them is logged once. */
  #knownImposters = '';
  /** What the last pass planned; undefined before the first one. */
  #snapshot: NodeSnapshot | undefined;
  /** What the last pass saw of the node; undefined before the first one. */
  #observed: Observation | undefined;
  /** The outcome of the last step, which serves until then and for this desired state in place of an observation. */
  #outcome: { requested: DesiredNode; observation: Observation; until: number } | undefined;

  constructor(nodeId: string, deps: ReconcileDeps) {
    const { runtime, settings, disk, clock, database } = deps;
    const log = deps.log.child({ nodeId, node: deps.desired.get(nodeId)?.node.name });
    const store = nodeRecordStore(nodeId, database, deps.recorder, clock);
    this.#nodeId = nodeId;
    this.#deps = deps;
    this.#log = log;
    this.#store = store;
    this.#facts = daemonFacts(store, deps);
    this.#exits = exitTracker({ store, runtime, log, hasSpace: () => disk.hasSpace(nodeId) });
    this.#status = new NodeStatus(store, deps);
    this.#changes = changeGuard({ store, runtime, clock, log });
    this.#wallets = loadedWallets({ store, runtime, log });
    this.#targetOf = targetFinder(runtime, settings.bindAddress, deps.instanceId);
    this.#monitor = new RunMonitor({
      clock,
      log,
      watchLoop: deps.watchLoop,
      answerMemory: deps.answerMemory,
      sampleIntervalSeconds: settings.sampleIntervalSeconds,
      onHealth: () => this.#tryWrite('a change of health', () => this.#healthChanged()),
      onSample: (sample) => this.#tryWrite('a sample', () => this.#facts.recordSample(sample)),
    });
    this.#steps = new StepRunner({
      store,
      deps,
      log,
      onBegun: (step) => this.#stepBegun(step),
      onProgress: (step, progress) => this.#tryWrite('the progress of a step', () => this.#stepMoved(step, progress)),
      onFinished: (step) => this.#stepFinished(step),
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
    const workload = this.#snapshot?.workload;
    return {
      id: this.#nodeId,
      directory: this.#observed?.directory ?? null,
      volume: this.#observed?.dataPath ?? null,
      isUp: workload !== undefined && isUp(workload),
      suspension: this.#store.record.suspension,
    };
  }

  report(): ObservedNodeInput {
    const requested = this.#deps.desired.get(this.#nodeId)?.node;
    const { data, dataRoot = null } = this.#observed ?? {};
    return reportNode({
      nodeId: this.#nodeId,
      asked: requested,
      record: this.#store.record,
      workloadId: this.#snapshot && (this.#snapshot.workload?.id ?? null),
      reverted: requested === undefined ? null : this.#changes.report(requested),
      dataRoot: data === 'present' ? dataRoot : null,
      loweredConnections: loweredConnectionsOf(this.#monitor.health),
      addresses: this.#deps.settings,
    });
  }

  /** The stream of changes reported the exit of a workload. */
  exitReported(workloadId: string, exit: ReportedExit): void {
    this.#exits.reported(workloadId, exit);
  }

  cancelNeedless(entry: DesiredEntry): void {
    // Now: the next request may be the previous configuration again, which is a new try.
    this.#store.update(trackReverted(entry.node, this.#store.record));
    const isSuspended = this.#deps.disk.suspensionOf(this.#nodeId) != null;
    this.#steps.cancelNeedless({ ...entry, node: whatRuns(entry.node, this.#store.record) }, isSuspended);
  }

  close(): void {
    this.#monitor.stop();
    this.#deps.takeovers.end(this.#nodeId);
  }

  /**
   * Observes the node and carries out at most one step. Returns the delay of the next pass. `onObserve` is called
   * before an observation, which sees all changes until then.
   */
  async reconcile(requested: DesiredNode, signal: AbortSignal, pulse: Pulse, onObserve: () => void): Promise<number> {
    const copy = activeSeed(this.#deps, this.#nodeId);
    const desired = desiredNow({ requested, record: this.#store.record, copy });
    const { observed, until } = await this.#observe(requested, desired, onObserve);
    const { snapshot: planned, plan } = await this.#prepare({ requested, desired, copy, observed }, signal);
    // Of a node that is to stop, nothing is monitored any more.
    const answering = this.answers ? this.#monitor.rpc : null;
    this.#monitor.follow(this.#targetOf(planned, this.#store.record));
    if (await this.#changes.revert(requested, observed, this.#monitor.health)) return 0;
    const snapshot = inTurn(planned, this.#store.record, this.#deps);
    this.#snapshot = snapshot;
    const step = snapshot.plan.steps[0];
    if (step === undefined) {
      await this.#settle(snapshot, plan);
      // The source's daemon is down: its data can be copied.
      if (copy !== undefined) this.#deps.wakeNode(copy.id);
      return this.#deps.settings.reconcileIntervalSeconds * 1000;
    }
    signal.throwIfAborted();
    await this.#readWallets(answering, step, signal);
    const observation = await this.#carryOut(step, snapshot, signal, pulse);
    if (observation !== undefined) this.#outcome = { requested, observation, until };
    return 0;
  }

  /** Records that `reconcile` threw, and returns after how many milliseconds to retry. */
  recordFailure(thrown: unknown): number {
    const { takeovers, database, runtime } = this.#deps;
    takeovers.end(this.#nodeId);
    const error = toStoreError(thrown, database);
    const failed = this.#steps.unfinished;
    const effect = failed && runtime.describeStep(failed).effect;
    const { failure, isNew, rejected } = classifyFailure(error, this.#store.record, effect);
    if (isNew) this.#log.error({ err: isExpected(error) ? undefined : error }, failure.message);
    if (rejected !== null) runtime.ports.reject(rejected.numbers);
    try {
      this.#store.update({ failure, ...rejected?.change });
      this.#refreshStatus();
    } catch (storeError) {
      logStoreError(this.#log, 'cannot write to the agent’s store', storeError, database);
    }
    return backoffDelay(retryPolicy, failure.count);
  }

  /** Observes the node, from the outcome of our last step while that is fresh. `until`: how long it stays fresh. */
  async #observe(requested: DesiredNode, desired: DesiredNode, onObserve: () => void) {
    const { runtime, clock } = this.#deps;
    const since = clock.elapsed();
    const outcome = this.#outcome;
    const recent = outcome?.requested === requested && since < outcome.until ? outcome : undefined;
    this.#outcome = undefined;
    if (recent === undefined) onObserve();
    const observed = await runtime.observe(desired, recent?.observation);
    runtime.keep(observed);
    this.#observed = observed;
    this.#logImposters(observed);
    return { observed, until: recent?.until ?? since + maxObservedMs };
  }

  /** Records what was observed, and plans. `plan` plans again, from the record as it is then. */
  async #prepare(input: Omit<ObservedPass, 'record' | 'suspension'>, signal: AbortSignal) {
    const { runtime, disk, lease, wakeNode, takeovers } = this.#deps;
    const { desired, observed } = input;
    const { workload } = observed;
    const store = this.#store;
    const suspension = disk.suspensionOf(this.#nodeId);
    const pass = preparePass(runtime, { ...input, record: store.record, suspension });
    await wakingSource(store, wakeNode, () => store.update(pass.change, pass.events));
    if (!this.#isStopping(workload) && (await this.#exits.record(workload, signal))) {
      // A daemon that crashes repeatedly may never answer.
      takeovers.end(this.#nodeId);
      this.#wallets.omitFailed();
    }
    if (desired.desiredState === 'running') await assignPortsAndCredentials(desired, workload, store, runtime);
    const plan = () => pass.plan({ record: store.record, hasLease: lease.isHeld });
    let snapshot = plan();
    // Before the recovery of a step, which reports it with the status of this snapshot.
    this.#snapshot = snapshot;
    if (await this.#steps.recoverIntent(snapshot)) snapshot = plan();
    this.#snapshot = snapshot;
    const { recognised } = snapshot;
    if (recognised) store.update({ applied: recognised, everStarted: true }, [{ event: takenOver(this.#nodeId) }]);
    return { snapshot, plan };
  }

  /** There is no step: records what is known of the daemon, and whether the node is as desired. */
  async #settle(snapshot: NodeSnapshot, plan: () => NodeSnapshot): Promise<void> {
    const { workload, desired } = snapshot;
    if (workload !== undefined) {
      await this.#facts.recordWallets(this.#monitor.health, (names) =>
        this.#deps.runtime.legacyWallets(workload.id, { network: desired.network, names }),
      );
      this.#wallets.record(workload, reportedWallets(this.#monitor.health));
      await this.#wallets.configure(snapshot, plan);
    }
    this.#markSettled(snapshot);
  }

  /** Returns what the node is like after the step, if known. */
  async #carryOut(
    step: Step,
    snapshot: NodeSnapshot,
    signal: AbortSignal,
    pulse: Pulse,
  ): Promise<Observation | undefined> {
    const store = this.#store;
    const run = this.#steps.run(step, snapshot, signal, pulse).catch((error: unknown) => {
      // A permanently failed copy releases its source; the agent's shutdown is no failure.
      if (!signal.aborted) store.update(failedCopy(store.record, error, snapshot.desired.restartCounter));
      throw error;
    });
    await wakingSource(store, this.#deps.wakeNode, () => run);
    return run;
  }

  #stepBegun(step: Step): void {
    // An open connection to its RPC server keeps a daemon from exiting for seconds.
    if (this.#deps.runtime.describeStep(step).effect === 'stop') this.#monitor.stop();
    this.#refreshStatus();
  }

  #stepMoved(step: Step, progress: PullProgress): void {
    const { effect, operationId } = this.#deps.runtime.describeStep(step);
    if (operationId !== undefined) this.#store.update(progressed(this.#store.record, operationId, progress));
    this.#status.showProgress({ effect, why: step.why }, progress);
  }

  #stepFinished(step: Step): void {
    if (['start', 'stop'].includes(this.#deps.runtime.describeStep(step).effect)) this.#exits.discard();
  }

  #healthChanged(): void {
    if (this.#snapshot !== undefined) this.#facts.endReindex(this.#snapshot.desired, this.#monitor.health);
    if (this.answers) this.#deps.takeovers.end(this.#nodeId);
    this.#refreshStatus();
  }

  /** Whether an unfinished step of ours stops this workload: its exit is expected. */
  #isStopping(workload: Workload | undefined): boolean {
    const step = this.#steps.unfinished;
    if (step === undefined) return false;
    const { effect, workloadId } = this.#deps.runtime.describeStep(step);
    return effect === 'stop' && workloadId === workload?.id;
  }

  /** A wallet that was loaded since the last sample is loaded again after the stop that follows. */
  async #readWallets(rpc: RpcEndpoint | null, step: Step, signal: AbortSignal): Promise<void> {
    const { workload, desired } = this.#snapshot ?? {};
    if (rpc === null || workload === undefined || desired?.desiredState === 'deleted') return;
    if (this.#deps.runtime.describeStep(step).effect === 'stop')
      this.#wallets.record(workload, await readLoadedWallets(rpc, signal));
  }

  #markSettled({ desired, plan, workload }: NodeSnapshot): void {
    const isReached = desired.desiredState !== 'running' || (workload !== undefined && isUp(workload));
    const isWaiting = plan.blocked !== null || plan.waitsFor !== undefined;
    const isSettled = !isWaiting && this.#store.record.restart.pending === null && isReached;
    this.#store.update({ failure: null, ...(isSettled ? { appliedRevision: desired.revision, cause: null } : {}) });
    // The daemon may have answered before the reindex was recorded as started.
    this.#facts.endReindex(desired, this.#monitor.health);
    if (desired.desiredState !== 'running' || plan.blocked !== null) this.#deps.takeovers.end(this.#nodeId);
    this.#refreshStatus();
  }

  #logImposters({ imposters }: Observation): void {
    const names = imposters.join(', ');
    if (names !== '' && names !== this.#knownImposters)
      this.#log.warn({ containers: imposters }, 'ignored foreign containers with the name or labels of this node');
    this.#knownImposters = names;
  }

  #refreshStatus(): void {
    const { health } = this.#monitor;
    const step = this.#steps.current;
    if (this.#snapshot !== undefined) this.#changes.note(this.#snapshot, health);
    const shown = step && { effect: this.#deps.runtime.describeStep(step).effect, why: step.why };
    this.#status.refresh({ snapshot: this.#snapshot, step: shown, health });
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
