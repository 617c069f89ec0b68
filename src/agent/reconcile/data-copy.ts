import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import type { NodeRecord, SeedRecord } from '../runtime/node-record.ts';
import { failedCopy } from './data-holds.ts';
import type { Pass } from './prepare-pass.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

/** Writes the record of a node that copies another, and wakes that source when the change concerns it. */
export class SeedCoordination {
  readonly #store: NodeRecordStore;
  readonly #wakeNode: ReconcileDeps['wakeNode'];

  constructor(store: NodeRecordStore, { wakeNode }: Pick<ReconcileDeps, 'wakeNode'>) {
    this.#store = store;
    this.#wakeNode = wakeNode;
  }

  update(change: Partial<NodeRecord>, events: Pass['events'] = []): void {
    const { seed } = this.#store.record.operations;
    this.#store.update(change, events);
    this.#wakeSource(seed);
  }

  /** Waits for a step of the node; a permanently failed copy releases its source. */
  async during(step: Promise<void>, desired: DesiredNode, signal: AbortSignal): Promise<void> {
    const { seed } = this.#store.record.operations;
    try {
      await step;
    } catch (error) {
      // The agent's shutdown is no failure.
      if (!signal.aborted) this.#store.update(failedCopy(this.#store.record, error, desired.restartCounter));
      throw error;
    } finally {
      this.#wakeSource(seed);
    }
  }

  #wakeSource(before: SeedRecord | undefined): void {
    const { seed } = this.#store.record.operations;
    if (before?.stage === seed?.stage) return;
    const from = seed?.from ?? before?.from;
    if (from !== undefined) this.#wakeNode(from);
  }
}
