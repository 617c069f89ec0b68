import { isDeepStrictEqual } from 'node:util';
import { sampleKind } from '../../contract/events.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NodeSample } from '../monitor/sample.ts';
import { reindexDone } from '../node/operations/reindex.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import { walletsAfter } from '../node/record-store.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { SampleRates } from './sample-rates.ts';

export class DaemonFacts {
  readonly #store: NodeRecordStore;
  readonly #deps: Pick<ReconcileDeps, 'disk' | 'recordSoon' | 'onStatusChange'>;
  #lastSample: NodeSample | undefined;
  readonly #rates = new SampleRates();

  constructor(store: NodeRecordStore, deps: Pick<ReconcileDeps, 'disk' | 'recordSoon' | 'onStatusChange'>) {
    this.#store = store;
    this.#deps = deps;
  }

  get lastSample(): NodeSample | undefined {
    return this.#lastSample;
  }

  /** A sample with a new tip is on disk when this returns. */
  recordSample(sample: NodeSample): void {
    this.#lastSample = sample;
    const { disk, recordSoon } = this.#deps;
    const { nodeId } = this.#store;
    const { height, bestBlockHash, sizeOnDiskBytes } = sample;
    disk.sizeReported(nodeId, sizeOnDiskBytes);
    const data = { ...sample, growthBytesPerDay: disk.growthPerDay(nodeId), ...this.#rates.add(sample) };
    const event = { kind: sampleKind, nodeId, message: `height ${height}`, data } as const;
    const tip = { height, bestBlockHash, sizeOnDiskBytes };
    if (isDeepStrictEqual(tip, this.#store.record.tip)) recordSoon(event);
    else this.#store.update({ tip }, [{ event }], { dispensable: true });
  }

  /** Health is null while the daemon is unknown. */
  recordWallets(health: NodeHealth | null): void {
    const named = health === null || health.state === 'starting' ? null : health.view?.wallets;
    const before = this.#store.record.wallets;
    const wallets = named && walletsAfter(before, named);
    if (!wallets || JSON.stringify(wallets) === JSON.stringify(before)) return;
    this.#store.update({ wallets });
    this.#deps.onStatusChange();
  }

  endReindex(desired: DesiredNode, health: NodeHealth | null): void {
    const done = health && reindexDone(desired, this.#store.record, health);
    if (!done) return;
    this.#store.update(done);
    this.#deps.onStatusChange();
  }
}
