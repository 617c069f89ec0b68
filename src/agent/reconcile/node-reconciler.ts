import type { ObservedNodeInput } from '../../contract/types.generated.ts';
import { backoffDelay } from '../../timing/backoff.ts';
import type { DesiredEntry, DesiredNode } from '../desired/desired-entry.ts';
import type { DiskUse } from '../disk/disk-guard.ts';
import type { Pulse } from '../loops/watched-loops.ts';
import type { RpcEndpoint } from '../monitor/rpc.ts';
import { RunMonitor, targetFinder } from '../monitor/run-monitor.ts';
import { type NodeSample, readLoadedWallets } from '../monitor/sample.ts';
import { exitTracker } from '../node/exit-tracker.ts';
import { progressed } from '../node/operations/operations.ts';
import { nodeRecordStore } from '../node/record-store.ts';
import { trackReverted, whatRuns } from '../node/revert/what-runs.ts';
import { nodeStatus } from '../node/status.ts';
import type { NodeSnapshot, Observation, Step } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { isUp, type Workload } from '../runtime/workload.ts';
import { logStoreError, StoreFull, toStoreError } from '../store/store-error.ts';
import { changeGuard } from './change-guard.ts';
import { daemonFacts } from './daemon-facts.ts';
import { classifyFailure, retryPolicy } from './failure.ts';
import { loadedWallets, reportedWallets } from './loaded-wallets.ts';
import { assignPortsAndCredentials } from './node-assignment.ts';
import { desiredNow, preparePass } from './prepare-pass.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { reportNode } from './report-node.ts';
import { activeSeed, failedCopy, wakingSource } from './seed-coordination.ts';
import { stepRunner } from './step-runner.ts';
import { inTurn, takenOver } from './takeover-turns.ts';

/** An observation with the changes of our own steps serves this long: others may change the node meanwhile. */
const maxObservedMs = 1000;

/** Moves one node towards its desired state: each pass observes it and carries out at most one step. */
export function nodeReconciler(nodeId: string, deps: ReconcileDeps) {
  const { runtime, settings, disk, lease, wakeNode, clock, takeovers, database, watchLoop } = deps;
  const log = deps.log.child({ nodeId, node: deps.desired.get(nodeId)?.node.name });
  const store = nodeRecordStore(nodeId, database, deps.recorder, clock);
  const facts = daemonFacts(store, deps);
  const targetOf = targetFinder(runtime, settings.bindAddress, deps.instanceId);
  const monitor = new RunMonitor({
    clock,
    log,
    watchLoop,
    answerMemory: deps.answerMemory,
    sampleIntervalSeconds: settings.sampleIntervalSeconds,
    onHealth: () => tryWrite('a change of health', healthChanged),
    onSample: (sample) => tryWrite('a sample', () => facts.recordSample(sample)),
  });
  const exits = exitTracker({ store, runtime, log, hasSpace: () => disk.hasSpace(nodeId) });
  const status = nodeStatus(store, deps);
  const changes = changeGuard({ store, runtime, clock, log });
  const wallets = loadedWallets({ store, runtime, log });
  const steps = stepRunner({
    store,
    deps,
    log,
    onBegun: (step) => {
      // An open connection to its RPC server keeps a daemon from exiting for seconds.
      if (runtime.describeStep(step).effect === 'stop') monitor.stop();
      refreshStatus();
    },
    onProgress: (step, progress) =>
      tryWrite('the progress of a step', () => {
        const { effect, operationId } = runtime.describeStep(step);
        if (operationId !== undefined) store.update(progressed(store.record, operationId, progress));
        status.showProgress({ effect, why: step.why }, progress);
      }),
    onFinished: (step) => {
      if (['start', 'stop'].includes(runtime.describeStep(step).effect)) exits.discard();
    },
  });
  let knownImposters = '';
  let snapshot: NodeSnapshot | undefined;
  /** The outcome of the last step, which serves until then and for this desired state in place of an observation. */
  let outcome: { asked: DesiredNode; observation: Observation; until: number } | undefined;
  let observed: Observation | undefined;

  /** Whether an unfinished step of ours stops this workload: its exit is expected. */
  const isStopping = (workload: Workload | undefined): boolean => {
    const step = steps.unfinished;
    if (step === undefined) return false;
    const { effect, workloadId } = runtime.describeStep(step);
    return effect === 'stop' && workloadId === workload?.id;
  };

  const answers = (): boolean => monitor.health !== null && monitor.health.state !== 'starting';

  const diskUse = (): DiskUse => ({
    id: nodeId,
    directory: observed?.directory ?? null,
    volume: observed?.dataPath ?? null,
    isUp: snapshot?.workload !== undefined && isUp(snapshot.workload),
    suspension: store.record.suspension,
  });

  const logImposters = ({ imposters }: Observation): void => {
    const names = imposters.join(', ');
    if (names !== '' && names !== knownImposters)
      log.warn({ containers: imposters }, 'ignored foreign containers with the name or labels of this node');
    knownImposters = names;
  };

  const markSettled = ({ desired, plan, workload }: NodeSnapshot): void => {
    const isReached = desired.desiredState !== 'running' || (workload !== undefined && isUp(workload));
    const isWaiting = plan.blocked !== null || plan.waitsFor !== undefined;
    const isSettled = !isWaiting && store.record.restart.pending === null && isReached;
    store.update({ failure: null, ...(isSettled ? { appliedRevision: desired.revision, cause: null } : {}) });
    // The daemon may have answered before the reindex was recorded as started.
    facts.endReindex(desired, monitor.health);
    if (desired.desiredState !== 'running' || plan.blocked !== null) takeovers.end(nodeId);
    refreshStatus();
  };

  const healthChanged = (): void => {
    if (snapshot !== undefined) facts.endReindex(snapshot.desired, monitor.health);
    if (answers()) takeovers.end(nodeId);
    refreshStatus();
  };

  /** A wallet that was loaded since the last sample is loaded again after the stop that follows. */
  const readWallets = async (rpc: RpcEndpoint | null, step: Step, signal: AbortSignal): Promise<void> => {
    const { workload, desired } = snapshot ?? {};
    if (rpc === null || workload === undefined || desired?.desiredState === 'deleted') return;
    if (runtime.describeStep(step).effect === 'stop') wallets.record(workload, await readLoadedWallets(rpc, signal));
  };

  const refreshStatus = (): void => {
    const step = steps.current;
    if (snapshot !== undefined) changes.note(snapshot, monitor.health);
    const shown = step && { effect: runtime.describeStep(step).effect, why: step.why };
    status.refresh({ snapshot, step: shown, health: monitor.health });
  };

  /** For writes that will be repeated anyway: a full disk must not stop monitoring or a pull. */
  const tryWrite = (what: string, write: () => void): void => {
    try {
      write();
    } catch (error) {
      logStoreError(log, `lost ${what}: store not writable`, error, database);
    }
  };

  return {
    /** The last sample; once the node is down, without the resources it no longer uses. */
    get lastSample(): NodeSample | undefined {
      const sample = facts.lastSample;
      return sample === undefined || diskUse().isUp ? sample : { ...sample, cpuPercent: null, memoryMiB: null };
    },
    get answers(): boolean {
      return answers();
    },
    get phase(): string {
      return store.record.status.phase;
    },
    get workloadId(): string | undefined {
      return snapshot?.workload?.id;
    },
    get waitsFor(): string | undefined {
      return snapshot?.plan.waitsFor;
    },
    get rpc(): RpcEndpoint | null {
      return monitor.rpc;
    },
    diskUse,
    report(): ObservedNodeInput {
      const asked = deps.desired.get(nodeId)?.node;
      const { data, dataRoot = null } = observed ?? {};
      return reportNode({
        nodeId,
        asked,
        record: store.record,
        workloadId: snapshot && (snapshot.workload?.id ?? null),
        reverted: asked === undefined ? null : changes.report(asked),
        dataRoot: data === 'present' ? dataRoot : null,
        addresses: settings,
      });
    },
    exitReported: exits.reported,
    cancelNeedless(entry: DesiredEntry): void {
      // Now: the next request may be the previous configuration again, which is a new try.
      store.update(trackReverted(entry.node, store.record));
      steps.cancelNeedless({ ...entry, node: whatRuns(entry.node, store.record) });
    },
    close(): void {
      monitor.stop();
      takeovers.end(nodeId);
    },
    /**
     * Observes the node and carries out at most one step. Returns the delay of the next pass. `onObserve` is called
     * before an observation, which sees all changes until then.
     */
    async reconcile(asked: DesiredNode, signal: AbortSignal, pulse: Pulse, onObserve: () => void): Promise<number> {
      const copy = activeSeed(deps, nodeId);
      const desired = desiredNow({ requested: asked, record: store.record, copy });
      const since = clock.elapsed();
      const recent = outcome?.asked === asked && since < outcome.until ? outcome : undefined;
      outcome = undefined;
      if (recent === undefined) onObserve();
      const seen = await runtime.observe(desired, recent?.observation);
      runtime.keep(seen);
      observed = seen;
      logImposters(seen);
      const { record } = store;
      const suspension = disk.suspensionOf(nodeId);
      const pass = preparePass(runtime, { requested: asked, desired, record, copy, observed: seen, suspension });
      await wakingSource(store, wakeNode, () => store.update(pass.change, pass.events));
      if (!isStopping(seen.workload) && (await exits.record(seen.workload, signal))) {
        // A daemon that crashes repeatedly may never answer.
        takeovers.end(nodeId);
        wallets.omitFailed();
      }
      if (desired.desiredState === 'running') await assignPortsAndCredentials(desired, seen.workload, store, runtime);
      const plan = () => pass.plan({ record: store.record, hasLease: lease.isHeld });
      snapshot = plan();
      if (await steps.recoverIntent(snapshot)) snapshot = plan();
      const { recognised } = snapshot;
      if (recognised) store.update({ applied: recognised, everStarted: true }, [{ event: takenOver(nodeId) }]);
      // Of a node that is to stop, nothing is monitored any more.
      const answering = answers() ? monitor.rpc : null;
      monitor.follow(targetOf(snapshot, store.record));
      if (await changes.revert(asked, seen, monitor.health)) return 0;
      snapshot = inTurn(snapshot, store.record, deps);
      const step = snapshot.plan.steps[0];
      if (step === undefined) {
        const { workload } = snapshot;
        if (workload !== undefined) {
          await facts.recordWallets(monitor.health, (names) =>
            runtime.legacyWallets(workload.id, { network: desired.network, names }),
          );
          wallets.record(workload, reportedWallets(monitor.health));
          await wallets.configure(snapshot, plan);
        }
        markSettled(snapshot);
        // The source's daemon is down: its data can be copied.
        if (copy !== undefined) wakeNode(copy.id);
        return settings.reconcileIntervalSeconds * 1000;
      }
      signal.throwIfAborted();
      await readWallets(answering, step, signal);
      const run = steps.run(step, snapshot, signal, pulse).catch((error: unknown) => {
        // A permanently failed copy releases its source; the agent's shutdown is no failure.
        if (!signal.aborted) store.update(failedCopy(store.record, error, desired.restartCounter));
        throw error;
      });
      await wakingSource(store, wakeNode, () => run);
      const observation = await run;
      if (observation !== undefined) outcome = { asked, observation, until: recent?.until ?? since + maxObservedMs };
      return 0;
    },
    /** Records that `reconcile` threw, and returns after how many milliseconds to retry. */
    recordFailure(thrown: unknown): number {
      takeovers.end(nodeId);
      const error = toStoreError(thrown, database);
      const failed = steps.unfinished;
      const effect = failed && runtime.describeStep(failed).effect;
      const { failure, isNew, rejected } = classifyFailure(error, store.record, effect);
      if (isNew) log.error({ err: isExpected(error) ? undefined : error }, failure.message);
      if (rejected !== null) runtime.ports.reject(rejected.numbers);
      try {
        store.update({ failure, ...rejected?.change });
        refreshStatus();
      } catch (storeError) {
        logStoreError(log, 'cannot write to the agent’s store', storeError, database);
      }
      return backoffDelay(retryPolicy, failure.count);
    },
  };
}

const isExpected = (error: unknown): boolean => error instanceof RuntimeError || error instanceof StoreFull;
