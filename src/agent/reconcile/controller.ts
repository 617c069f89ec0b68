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
import type { NodeRuntime, WorkloadChange } from '../runtime/runtime.ts';
import { explainNode, type NodeExplanation } from './explain.ts';
import { type NodeWorker, nodeWorker } from './node-worker.ts';
import { orphanWatch, type ReportedOrphan } from './orphan-watch.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { reportUnwatched, withUnsupported } from './report-unsupported.ts';
import { activeSeed } from './seed-coordination.ts';
import { takeoverTurns } from './takeover-turns.ts';
import { upcomingImages } from './upcoming-images.ts';

export interface NodeControllerOptions {
  deps: Omit<ReconcileDeps, 'wakeNode' | 'takeovers'>;
  /** Called each time the runtime fails to answer, and each time its stream of changes opens. */
  onRuntimeReachable(answers: boolean, message: string): void;
  onRuntimeOpen(): void;
}

const crashRestartMs = 60_000;
const reconnectPolicy = { firstMs: 100, maxMs: 10_000, jitter: 0 };

export type NodeController = ReturnType<typeof nodeController>;

/** Runs a worker for each desired node, and wakes it when desired state or workload change. A crash stops no other. */
export function nodeController({ deps: given, onRuntimeReachable, onRuntimeOpen }: NodeControllerOptions) {
  const workers = new Map<string, NodeWorker>();
  const wakeNode = (nodeId: string) => workers.get(nodeId)?.wake({ urgent: false });
  const deps: ReconcileDeps = { ...given, wakeNode, takeovers: takeoverTurns(wakeNode) };
  const { desired, runtime, database, clock, lease, log, watchLoop } = deps;
  const orphans = orphanWatch(deps);
  const images = upcomingImages(deps);
  let tasks: TaskGroup | undefined;

  const startWorker = (nodeId: string): void => {
    const entry = desired.get(nodeId);
    // Before `run`, which starts a worker for every desired node.
    if (tasks === undefined || tasks.signal.aborted || entry === undefined) return;
    if (entry.orphaned && entry.node.desiredState !== 'deleted') return;
    const worker = nodeWorker(nodeId, deps);
    workers.set(nodeId, worker);
    const { signal } = tasks;
    tasks.add(
      worker.run(signal).then(
        () => onWorkerDone(nodeId),
        (error: unknown) => {
          log.error({ err: error, nodeId }, 'node worker crashed; restarting in 60 s');
          return restartWorker(nodeId, signal);
        },
      ),
    );
  };

  const onWorkerDone = (nodeId: string): void => {
    workers.delete(nodeId);
    orphans.wake();
    const entry = desired.get(nodeId);
    // The node was desired again while its worker was ending.
    if (entry !== undefined && !entry.orphaned) startWorker(nodeId);
  };

  const restartWorker = async (nodeId: string, signal: AbortSignal): Promise<void> => {
    await clock.sleep(crashRestartMs, signal);
    workers.delete(nodeId);
    startWorker(nodeId);
  };

  const wake = (): void => {
    for (const worker of workers.values()) worker.wake({ urgent: true });
  };

  /** Follows the runtime's changes. Changes while the stream is closed are found by observing once it reopens. */
  const followChanges = async (signal: AbortSignal): Promise<void> => {
    const backoff = new Backoff(reconnectPolicy);
    using pulse = watchLoop('engine events');
    const onOpen = () => {
      backoff.reset();
      onRuntimeReachable(true, `${runtime.label} is reachable again`);
      onRuntimeOpen();
      wake();
      orphans.wake();
    };
    await loop({ pulse, signal, rest: (ms) => clock.sleep(ms, signal) }, async () => {
      try {
        pulse.away();
        for await (const change of runtime.changes(signal, onOpen)) onWorkloadChange(change);
      } catch (error) {
        if (!signal.aborted) onRuntimeReachable(false, errorMessage(error));
      }
      return backoff.next();
    });
  };

  const onWorkloadChange = ({ nodeId, workloadId, exitCode, outOfMemory }: WorkloadChange): void => {
    const worker = workers.get(nodeId);
    if (worker === undefined) {
      orphans.wake();
      return;
    }
    if (exitCode !== null || outOfMemory) worker.node.exitReported(workloadId, { code: exitCode, outOfMemory });
    worker.wake({ urgent: false });
  };

  return {
    /** Runs until `signal` aborts and every worker has ended. */
    async run(signal: AbortSignal): Promise<void> {
      tasks = new TaskGroup(signal);
      for (const { node } of desired.all()) startWorker(node.id);
      tasks.add(followChanges(tasks.signal));
      tasks.add(orphans.run(tasks.signal));
      tasks.add(images.run(tasks.signal));
      await tasks.done();
    },
    desiredChanged(nodeIds: readonly string[]): void {
      for (const nodeId of nodeIds) {
        const worker = workers.get(nodeId);
        if (worker !== undefined) worker.wake({ urgent: true });
        else startWorker(nodeId);
      }
      if (nodeIds.length === 0) return;
      orphans.wake();
      images.wake();
    },
    wake,
    worker: (nodeId: string): NodeWorker | undefined => workers.get(nodeId),
    report: (): ObservedNodeInput[] => {
      const unwatched = desired.unsupported.filter(({ id }) => !workers.has(id));
      return [
        ...[...workers].map(([nodeId, { node }]) => withUnsupported(node.report(), desired.unsupportedOf(nodeId))),
        ...unwatched.map((node) => reportUnwatched(node, loadNodeRecord(database, node.id))),
      ];
    },
    /** Each node's disk usage, and whether it should run. */
    diskUsers: (): GuardedNode[] =>
      [...workers].map(([nodeId, worker]) => ({
        ...worker.node.diskUse(),
        wantsToRun: desired.get(nodeId)?.node.desiredState === 'running',
      })),
    samples: (): NodeSample[] => [...workers.values()].flatMap(({ node }) => node.lastSample ?? []),
    /** Explains a node, also an orphaned one, which has no worker. Changes nothing. Throws RuntimeError. */
    explain(entry: DesiredEntry): Promise<NodeExplanation> {
      const record = loadNodeRecord(database, entry.node.id) ?? newNodeRecord(clock.now());
      const worker = workers.get(entry.node.id);
      return explainNode(runtime, entry, record, {
        copy: activeSeed(deps, entry.node.id),
        hasLease: lease.isHeld,
        nextTryAt: worker?.nextTryAt ?? null,
        waitsFor: worker?.node.waitsFor,
      });
    },
    /** The last `tail` lines of a node's log; null while it has no workload. Throws RuntimeError. */
    async readLog(nodeId: string, tail: number, range?: { since?: number }): Promise<string[] | null> {
      const workloadId = workers.get(nodeId)?.node.workloadId;
      return workloadId === undefined ? null : runtime.logs(workloadId, tail, range);
    },
    /** See NodeRuntime. */
    followLog: ((...start) => runtime.followLogs(...start)) satisfies NodeRuntime['followLogs'],
    get orphans(): ReportedOrphan[] {
      return orphans.orphans;
    },
  };
}
