import { isDeepStrictEqual } from 'node:util';
import { sampleKind } from '../../contract/events.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { addSize, growthPerDay, type SizeReading } from '../disk/node-growth.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NodeSample } from '../monitor/sample.ts';
import { reindexDone } from '../node/operations/reindex.ts';
import { type NodeRecordStore, walletsAfter } from '../node/record-store.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

type FactsDeps = Pick<ReconcileDeps, 'disk' | 'recordSoon' | 'onStatusChange' | 'clock'>;

/** A migrated wallet keeps its name. */
const walletFormatsMs = 300_000;

export class DaemonFacts {
  readonly #store: NodeRecordStore;
  readonly #deps: FactsDeps;
  lastSample: NodeSample | undefined;
  readonly #ratesOf = sampleRates();
  #formatsDueAt = 0;

  constructor(store: NodeRecordStore, deps: FactsDeps) {
    this.#store = store;
    this.#deps = deps;
  }

  /** A sample with a new tip is on disk when this returns. */
  recordSample(sample: NodeSample): void {
    this.lastSample = sample;
    const { disk, recordSoon } = this.#deps;
    const { nodeId } = this.#store;
    const { height, bestBlockHash, sizeOnDiskBytes } = sample;
    disk.sizeReported(nodeId, sizeOnDiskBytes);
    const data = { ...sample, growthBytesPerDay: disk.growthPerDay(nodeId), ...this.#ratesOf(sample) };
    const event = { kind: sampleKind, nodeId, message: `height ${height}`, data } as const;
    const tip = { height, bestBlockHash, sizeOnDiskBytes };
    if (isDeepStrictEqual(tip, this.#store.record.tip)) recordSoon(event);
    else this.#store.update({ tip }, [{ event }], { dispensable: true });
  }

  /** Health is null while the daemon is unknown. `legacyOf` returns the wallets of the legacy format among those named. */
  async recordWallets(
    health: NodeHealth | null,
    legacyOf: (names: readonly string[]) => Promise<string[]>,
  ): Promise<void> {
    const named = health === null || health.state === 'starting' ? null : health.view?.wallets;
    const wallets = named && walletsAfter(this.#store.record.wallets, named);
    if (!wallets) return;
    const { clock, onStatusChange } = this.#deps;
    if (isDeepStrictEqual(wallets, this.#store.record.wallets) && clock.elapsed() < this.#formatsDueAt) return;
    const legacyWallets = await legacyOf(wallets).catch((error: unknown) => {
      if (error instanceof RuntimeError) return undefined;
      throw error;
    });
    if (legacyWallets !== undefined) this.#formatsDueAt = clock.elapsed() + walletFormatsMs;
    const before = this.#store.record;
    this.#store.update({ wallets, legacyWallets });
    if (this.#store.record !== before) onStatusChange();
  }

  endReindex(desired: DesiredNode, health: NodeHealth | null): void {
    const done = health && reindexDone(desired, this.#store.record, health);
    if (!done) return;
    this.#store.update(done);
    this.#deps.onStatusChange();
  }
}

const unknownTraffic = { receivedBytesPerSecond: null as number | null, sentBytesPerSecond: null as number | null };

/**
 * Turns the counters of a daemon and its container, which start again with each run, into rates. Bytes written are per
 * day at the rate of the last hour; null while less than ten minutes are known.
 */
export function sampleRates() {
  let counted: { at: number; received: number; sent: number } | undefined;
  let traffic = unknownTraffic;
  let written: readonly SizeReading[] = [];
  return ({ at: time, bytesReceived: received, bytesSent: sent, writtenBytes }: NodeSample) => {
    const at = Date.parse(time);
    const before = counted;
    // A sample of a new block may repeat the counters of the sample before: the rate then stays.
    if (before?.received !== received || before.sent !== sent) {
      counted = { at, received, sent };
      if (before !== undefined) {
        const seconds = (at - before.at) / 1000;
        const grown = { received: received - before.received, sent: sent - before.sent };
        traffic =
          seconds > 0 && grown.received >= 0 && grown.sent >= 0
            ? { receivedBytesPerSecond: grown.received / seconds, sentBytesPerSecond: grown.sent / seconds }
            : unknownTraffic;
      }
    }
    if (writtenBytes != null) {
      const isNewRun = writtenBytes < (written.at(-1)?.bytes ?? 0);
      written = addSize(isNewRun ? [] : written, { at, bytes: writtenBytes });
    }
    return { ...traffic, writtenBytesPerDay: growthPerDay(written) };
  };
}
