import { isDeepStrictEqual } from 'node:util';
import { sampleKind } from '../../contract/events.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeHealth } from '../monitor/health.ts';
import type { NodeSample } from '../monitor/sample.ts';
import { walletsAfter } from '../node/known-wallets.ts';
import { reindexDone } from '../node/operations/reindex.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

/** Records what a node's daemon says of itself: its samples, its wallets, and that a rebuild is done. Throws what the store throws. */
export class DaemonFacts {
  readonly #store: NodeRecordStore;
  readonly #deps: Pick<ReconcileDeps, 'disk' | 'recordSoon' | 'onStatusChange'>;
  #lastSample: NodeSample | undefined;

  constructor(store: NodeRecordStore, deps: Pick<ReconcileDeps, 'disk' | 'recordSoon' | 'onStatusChange'>) {
    this.#store = store;
    this.#deps = deps;
  }

  /** Also of a run that has ended since. */
  get lastSample(): NodeSample | undefined {
    return this.#lastSample;
  }

  /** A sample with another tip is on disk when this returns. */
  recordSample(sample: NodeSample): void {
    this.#lastSample = sample;
    const { disk, recordSoon } = this.#deps;
    const { nodeId } = this.#store;
    const { height, bestBlockHash, sizeOnDiskBytes } = sample;
    disk.sizeReported(nodeId, sizeOnDiskBytes);
    const data = { ...sample, growthBytesPerDay: disk.growthPerDay(nodeId) };
    const event = { kind: sampleKind, nodeId, message: `height ${height}`, data } as const;
    const tip = { height, bestBlockHash, sizeOnDiskBytes };
    if (recordSoon !== undefined && isDeepStrictEqual(tip, this.#store.record.tip)) recordSoon(event);
    else this.#store.update({ tip }, [{ event }], { dispensable: true });
  }

  /** Health is null while nothing is known of the daemon. */
  recordWallets(health: NodeHealth | null): void {
    const named = health === null || health.state === 'starting' ? null : health.view?.wallets;
    const before = this.#store.record.wallets;
    const wallets = named && walletsAfter(before, named);
    if (!wallets || JSON.stringify(wallets) === JSON.stringify(before)) return;
    this.#store.update({ wallets });
    this.#deps.onStatusChange();
  }

  /** Health is null while nothing is known of the daemon. */
  endReindex(desired: DesiredNode, health: NodeHealth | null): void {
    const done = health && reindexDone(desired, this.#store.record, health);
    if (!done) return;
    this.#store.update(done);
    this.#deps.onStatusChange();
  }
}
