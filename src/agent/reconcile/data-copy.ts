import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeSnapshot } from '../runtime/runtime.ts';
import { copyUnderWay, endedCopy, failedCopy } from './data-holds.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

/** A node's part in copies of chain data: as a source, whose daemon is down for one, or as the copy, for which its source is. */
export class DataCopy {
  readonly #store: NodeRecordStore;
  readonly #deps: Pick<ReconcileDeps, 'desired' | 'database' | 'wakeNode'>;
  /** The node that is being made a copy of this one. */
  #copy: { id: string; name: string } | undefined;

  constructor(store: NodeRecordStore, deps: Pick<ReconcileDeps, 'desired' | 'database' | 'wakeNode'>) {
    this.#store = store;
    this.#deps = deps;
  }

  /** Returns what the node must be now: while its data is copied its daemon is down, and also a deletion waits. */
  desiredNow(asked: DesiredNode): DesiredNode {
    this.#copy = copyUnderWay(this.#deps, this.#store.nodeId);
    return this.#copy === undefined ? asked : { ...asked, desiredState: 'stopped' };
  }

  get isSource(): boolean {
    return this.#copy !== undefined;
  }

  /** Says for people why a source is down. */
  annotate(snapshot: NodeSnapshot): NodeSnapshot {
    if (this.#copy === undefined) return snapshot;
    const waitsFor = `its chain data is being copied for ${this.#copy.name}; it goes on as before after that`;
    return { ...snapshot, plan: { ...snapshot.plan, waitsFor } };
  }

  /** The daemon of a source is down: whoever copies may go on. */
  sourceSettled(): void {
    if (this.#copy !== undefined) this.#deps.wakeNode?.(this.#copy.id);
  }

  /** Lets the source go where the copy is not to run now. */
  endNeedless(desired: DesiredNode): void {
    if (desired.desiredState !== 'running' || this.#store.record.suspension)
      this.#change(endedCopy(this.#store.record));
  }

  /** Waits for a step of the node, and wakes its source where that changed what it is asked for: a copy that failed for good lets it go. */
  async during(step: Promise<void>, desired: DesiredNode, signal: AbortSignal): Promise<void> {
    const { seed } = this.#store.record;
    try {
      await step;
    } catch (error) {
      // The end of the agent is no failure.
      if (!signal.aborted) this.#change(failedCopy(this.#store.record, error, desired.restartCounter));
      throw error;
    } finally {
      this.#wakeSource(seed);
    }
  }

  #wakeSource(before: NodeRecord['seed']): void {
    const { seed } = this.#store.record;
    if (before?.state === seed?.state) return;
    const from = seed?.from ?? before?.from;
    if (from !== undefined) this.#deps.wakeNode?.(from);
  }

  #change(change: Partial<NodeRecord> | null): void {
    const { seed } = this.#store.record;
    if (change === null) return;
    this.#store.update(change);
    this.#wakeSource(seed);
  }
}
