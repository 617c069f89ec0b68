import { Notify } from '../../timing/notify.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import type { Pulse } from '../loops/watched-loops.ts';
import { NodeReconciler } from './node-reconciler.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

/** Keeps one node in its desired state. Level-triggered: each wake compares desired and observed state. */
export class NodeWorker {
  readonly #nodeId: string;
  readonly #deps: ReconcileDeps;
  readonly node: NodeReconciler;
  readonly #awake: Notify;
  #urgent = false;
  /** When the failed pass is retried, in milliseconds since 1970; null without a pending retry. */
  nextTryAt: number | null = null;

  constructor(nodeId: string, deps: ReconcileDeps) {
    this.#nodeId = nodeId;
    this.#deps = deps;
    this.node = new NodeReconciler(nodeId, deps);
    this.#awake = new Notify(deps.clock);
  }

  /** Reconciles again. `urgent` news may resolve a failure, so it does not wait for the back-off. */
  wake({ urgent }: { urgent: boolean }): void {
    if (urgent) {
      this.#urgent = true;
      const entry = this.#deps.desired.get(this.#nodeId);
      if (entry !== undefined) this.node.cancelNeedless(entry);
    }
    this.#awake.notify();
  }

  async run(signal: AbortSignal): Promise<void> {
    using pulse = this.#deps.watchLoop('reconcile');
    try {
      while (!signal.aborted) {
        const entry = this.#deps.desired.get(this.#nodeId);
        if (entry === undefined || this.#isRetired(entry)) return;
        await this.#reconcileOnce(entry, signal, pulse);
      }
    } finally {
      this.node.close();
    }
  }

  async #reconcileOnce({ node, orphaned }: DesiredEntry, signal: AbortSignal, pulse: Pulse): Promise<void> {
    pulse.beat();
    try {
      const requeueAfterMs = await this.node.reconcile(node, signal, pulse, () => this.#awake.clear());
      pulse.beat(requeueAfterMs);
      const isGone = orphaned && this.node.phase === 'deleted';
      if (requeueAfterMs > 0 && !isGone) await this.#awake.wait(requeueAfterMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      const restMs = this.node.recordFailure(error);
      pulse.beat(restMs);
      await this.#backOff(restMs, signal);
    }
    this.#urgent = false;
  }

  /** A non-urgent wake, such as an event caused by the failed step, does not end it. */
  async #backOff(ms: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    const until = clock.elapsed() + ms;
    this.nextTryAt = clock.now() + ms;
    while (!this.#urgent && !signal.aborted && clock.elapsed() < until) {
      await this.#awake.wait(until - clock.elapsed(), signal);
    }
    this.nextTryAt = null;
  }

  /** Orphaned, and either never marked for deletion or deleted here. */
  #isRetired({ node, orphaned }: DesiredEntry): boolean {
    if (!orphaned) return false;
    if (node.desiredState !== 'deleted') return true;
    if (this.node.phase !== 'deleted') return false;
    this.#deps.desired.forget(this.#nodeId);
    return true;
  }
}
