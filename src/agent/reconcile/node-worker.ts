import { Notify } from '../../timing/notify.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import type { Pulse } from '../loops/watched-loops.ts';
import { NodeReconciler } from './node-reconciler.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

export type NodeWorker = ReturnType<typeof nodeWorker>;

/** Keeps one node in its desired state. Level-triggered: each wake compares desired and observed state. */
export function nodeWorker(nodeId: string, deps: ReconcileDeps) {
  const { desired, clock, watchLoop } = deps;
  const node = new NodeReconciler(nodeId, deps);
  const awake = new Notify(clock);
  let isUrgent = false;
  let nextTryAt: number | null = null;

  /** Orphaned, and either never marked for deletion or deleted here. */
  const isRetired = (entry: DesiredEntry): boolean => {
    if (!entry.orphaned) return false;
    if (entry.node.desiredState !== 'deleted') return true;
    if (node.phase !== 'deleted') return false;
    desired.forget(nodeId);
    return true;
  };

  /** A non-urgent wake, such as an event caused by the failed step, does not end it. */
  const backOff = async (ms: number, signal: AbortSignal): Promise<void> => {
    const until = clock.elapsed() + ms;
    nextTryAt = clock.now() + ms;
    while (!isUrgent && !signal.aborted && clock.elapsed() < until) await awake.wait(until - clock.elapsed(), signal);
    nextTryAt = null;
  };

  const reconcileOnce = async (entry: DesiredEntry, signal: AbortSignal, pulse: Pulse): Promise<void> => {
    pulse.beat();
    try {
      const requeueAfterMs = await node.reconcile(entry.node, signal, pulse, () => awake.clear());
      pulse.beat(requeueAfterMs);
      const isGone = entry.orphaned && node.phase === 'deleted';
      if (requeueAfterMs > 0 && !isGone) await awake.wait(requeueAfterMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      const restMs = node.recordFailure(error);
      pulse.beat(restMs);
      await backOff(restMs, signal);
    }
    isUrgent = false;
  };

  return {
    node,
    /** When the failed pass is retried, in milliseconds since 1970; null without a pending retry. */
    get nextTryAt(): number | null {
      return nextTryAt;
    },
    /** Reconciles again. `urgent` news may resolve a failure, so it does not wait for the back-off. */
    wake({ urgent }: { urgent: boolean }): void {
      if (urgent) {
        isUrgent = true;
        const entry = desired.get(nodeId);
        if (entry !== undefined) node.cancelNeedless(entry);
      }
      awake.notify();
    },
    async run(signal: AbortSignal): Promise<void> {
      using pulse = watchLoop('reconcile');
      try {
        while (!signal.aborted) {
          const entry = desired.get(nodeId);
          if (entry === undefined || isRetired(entry)) return;
          await reconcileOnce(entry, signal, pulse);
        }
      } finally {
        node.close();
      }
    },
  };
}
