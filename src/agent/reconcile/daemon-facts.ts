import { isDeepStrictEqual } from 'node:util';
import { sampleKind } from '../../contract/events.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { addSize, growthPerDay, type SizeReading } from '../disk/node-growth.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NodeSample } from '../monitor/sample.ts';
import { indexRebuilt } from '../node/operations/rebuild-index.ts';
import { reindexDone } from '../node/operations/reindex.ts';
import { type NodeRecordStore, walletsAfter } from '../node/record-store.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

type FactsDeps = Pick<ReconcileDeps, 'disk' | 'recordSoon' | 'onStatusChange' | 'clock'>;

/** A migrated wallet keeps its name. */
const walletFormatsMs = 300_000;
/** Each takes one or two calls of the engine. */
const maxJudged = 100;

export type DaemonFacts = ReturnType<typeof daemonFacts>;

export function daemonFacts(store: NodeRecordStore, { disk, recordSoon, onStatusChange, clock }: FactsDeps) {
  const { nodeId } = store;
  const ratesOf = sampleRates();
  let lastSample: NodeSample | undefined;
  let formatsDueAt = 0;
  return {
    get lastSample(): NodeSample | undefined {
      return lastSample;
    },
    /** A sample with a new tip is on disk when this returns. */
    recordSample(sample: NodeSample): void {
      lastSample = sample;
      const { height, bestBlockHash, sizeOnDiskBytes } = sample;
      disk.sizeReported(nodeId, sizeOnDiskBytes);
      const data = { ...sample, growthBytesPerDay: disk.growthPerDay(nodeId), ...ratesOf(sample) };
      const event = { kind: sampleKind, nodeId, message: `height ${height}`, data } as const;
      const tip = { height, bestBlockHash, sizeOnDiskBytes };
      if (isDeepStrictEqual(tip, store.record.tip)) recordSoon(event);
      else store.update({ tip }, [{ event }], { dispensable: true });
    },
    /** Health is null while the daemon is unknown. `legacyOf` returns the wallets of the legacy format among those named. */
    async recordWallets(health: NodeHealth | null, legacyOf: (names: readonly string[]) => Promise<string[]>) {
      const named = health === null || health.state === 'starting' ? null : health.view?.wallets;
      const wallets = named && walletsAfter(store.record.wallets, named);
      if (!wallets) return;
      if (isDeepStrictEqual(wallets, store.record.wallets) && clock.elapsed() < formatsDueAt) return;
      const legacyWallets = await legacyOf(wallets.slice(0, maxJudged)).catch((error: unknown) => {
        if (error instanceof RuntimeError) return undefined;
        throw error;
      });
      if (legacyWallets !== undefined) formatsDueAt = clock.elapsed() + walletFormatsMs;
      const before = store.record;
      store.update({ wallets, legacyWallets });
      if (store.record !== before) onStatusChange();
    },
    endReindex(desired: DesiredNode, health: NodeHealth | null): void {
      const before = store.record;
      const done = health && reindexDone(desired, store.record, health);
      if (done) store.update(done);
      const rebuilt = lastSample && indexRebuilt(desired, store.record, lastSample);
      if (rebuilt) store.update(rebuilt);
      if (store.record !== before) onStatusChange();
    },
  };
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
