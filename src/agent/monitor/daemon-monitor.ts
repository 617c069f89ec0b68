import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import type { WatchLoop } from '../loops/watched-loops.ts';
import type { WorkloadStats } from '../runtime/runtime.ts';
import type { AnswerMemory } from './answer-memory.ts';
import { BranchWorks } from './branch-works.ts';
import { type ChainTips, tipsPeriodMs, unknownTips } from './chain-tips.ts';
import { type DaemonView, type NodeHealth, viewAfter } from './daemon-view.ts';
import { isInvalidAnswer, RpcClient, type RpcEndpoint, RpcError } from './rpc.ts';
import { type ChainReading, type NodeSample, readChain, readNextChain, readSlowPart, type SlowPart } from './sample.ts';
import { readSnapshotState } from './snapshot-state.ts';

export interface DaemonMonitorOptions {
  rpc: RpcEndpoint;
  /** Of all daemons. */
  answerMemory: AnswerMemory;
  stats(): Promise<WorkloadStats>;
  /** The start of this run; null or undefined if unknown. */
  startedAt?: string | null;
  onHealth(health: NodeHealth): void;
  onSample(sample: NodeSample): void;
  clock: Clock;
  sampleIntervalSeconds: number;
  watchLoop: WatchLoop;
  log: Logger;
}

/** During catch-up there is a new block every few milliseconds: one sample in this time is enough. */
const catchUpPauseMs = 1000;
/** Without jitter: each daemon is called by its own agent only. */
const retryPolicy = { firstMs: 100, maxMs: 2000, factor: 1.5, jitter: 0 };
/** A request of its own, so not with each sample. A person may load a snapshot at any time. */
const snapshotPeriodMs = 600_000;
const validatingPeriodMs = 60_000;
const unknownStats: WorkloadStats = { cpuPercent: null, memoryMiB: null };

/** Monitors one run of a daemon until `signal` aborts. A long poll reports each new block at once. */
export async function monitorDaemon(options: DaemonMonitorOptions, signal: AbortSignal): Promise<void> {
  const { clock, log, watchLoop, sampleIntervalSeconds, onHealth, onSample } = options;
  const intervalMs = sampleIntervalSeconds * 1000;
  const backoff = new Backoff(retryPolicy);
  using pulse = watchLoop('monitor');
  using rpc = new RpcClient(options.rpc, options.answerMemory);
  let slow: { part: SlowPart; stats: WorkloadStats; at: number } | undefined;
  let sampled: { hash: string; at: number } | undefined;
  let view: DaemonView | null = null;
  /** The last answer of this run; null before. */
  let last: ChainReading | null = null;
  /** The last ones read. The daemon keeps its verdicts on blocks, so they outlive a lost connection. */
  let tips: ChainTips = unknownTips;
  let tipsDueAt = clock.elapsed();
  const ofBranches = new BranchWorks();

  /** Asked at the first sample of a run, and rarely after it. */
  let snapshotDueAt = clock.elapsed();

  const readSnapshot = async (): Promise<void> => {
    if (clock.elapsed() < snapshotDueAt) return;
    snapshotDueAt = clock.elapsed() + snapshotPeriodMs;
    const snapshot = await readSnapshotState(rpc, signal).catch((error: unknown) => {
      // The figures of a sample do not depend on it: the last answer stands.
      if (error instanceof RpcError) return undefined;
      throw error;
    });
    if (snapshot === undefined || view === null) return;
    view = { ...view, snapshot };
    if (snapshot !== null) snapshotDueAt = clock.elapsed() + validatingPeriodMs;
  };

  const known = (reading: ChainReading): ChainReading => {
    view = viewAfter(view, reading, clock.now());
    last = reading;
    onHealth(healthOf(reading, view));
    return reading;
  };

  /** A daemon that has answered in this run is not starting again: its last answer stands while it is busy. */
  const noteBusy = (error: unknown): boolean => {
    const reason = whyBusy(error);
    if (reason === null || view === null || last === null) return false;
    view = { ...view, busy: { reason, at: clock.now() } };
    onHealth(healthOf(last, view));
    return true;
  };

  /** Only this call decides the daemon's health; others may fail because it is busy. */
  const read = async (): Promise<ChainReading> => {
    const reading = await readChain(rpc, signal).catch((error: unknown) => {
      if (signal.aborted || noteBusy(error)) throw error;
      // The next answer may come from another run of the daemon.
      slow = undefined;
      sampled = undefined;
      view = null;
      last = null;
      snapshotDueAt = clock.elapsed();
      onHealth(startingHealth(error));
      throw error;
    });
    return known(reading);
  };

  const readSlow = async () => {
    const from = clock.elapsed();
    // A daemon that downloads blocks needs its lock. One that stands still may lack only a block that it rejects.
    const isSyncing = view?.catchesUp && clock.now() - view.heightSince < intervalMs;
    const withTips = !isSyncing && from >= tipsDueAt;
    try {
      const work = { own: last?.part.chainWork ?? null, ofBranches };
      const found = await readSlowPart(rpc, withTips, signal, work);
      tips = found.chainTips ?? tips;
      return found;
    } finally {
      // Also after a failure: the daemon may have taken too long to answer.
      if (withTips) tipsDueAt = from + tipsPeriodMs(clock.elapsed() - from, intervalMs);
    }
  };

  const noteInvalid = (reason: string | null): void => {
    if (view !== null) view = { ...view, invalidAnswer: reason };
  };

  const sample = async (reading: ChainReading): Promise<void> => {
    const at = new Date(clock.now()).toISOString();
    const now = clock.elapsed();
    if (slow === undefined || now - slow.at >= intervalMs) {
      const [{ part, timeOffsetSeconds, wallets, loadedWallets, invalidAnswer }, stats] = await Promise.all([
        readSlow(),
        options.stats().catch((error: unknown) => {
          log.debug({ err: error }, 'cannot measure CPU and memory of the node');
          return unknownStats;
        }),
      ]);
      const { rpcConnections: all, openFiles, ...usage } = stats;
      const rpcConnections = all == null ? null : Math.max(0, all - rpc.openConnections);
      slow = { part: withTrueIndexes(part, reading.part.height), stats: { ...usage, rpcConnections }, at: now };
      const peers = part.peersInbound + part.peersOutbound;
      if (view !== null)
        view = { ...view, peers, timeOffsetSeconds, wallets, loadedWallets, memoryMiB: usage.memoryMiB, openFiles };
      noteInvalid(invalidAnswer);
      await readSnapshot();
    }
    if (signal.aborted) return;
    if (view !== null) onHealth(healthOf(reading, view));
    onSample({ at, ...reading.part, ...slow.part, ...uptimeOf(options.startedAt, clock), ...tips, ...slow.stats });
  };

  const follow = async (): Promise<void> => {
    let reading = await read();
    while (!signal.aborted) {
      pulse.beat();
      const { part, catchesUp } = reading;
      if (sampled === undefined || clock.elapsed() >= sampled.at + intervalMs || part.bestBlockHash !== sampled.hash) {
        await sample(reading).catch((error: unknown) => {
          if (!isInvalidAnswer(error)) throw error;
          // Without its figures there is no sample; the daemon's chain is known all the same.
          noteInvalid(error.message);
          if (view !== null) onHealth(healthOf(reading, view));
        });
        sampled = { at: clock.elapsed(), hash: part.bestBlockHash };
      }
      if (catchesUp) {
        await clock.sleep(catchUpPauseMs, signal);
        reading = await read();
      } else {
        const until = { height: part.height + 1, ms: sampled.at + intervalMs - clock.elapsed() };
        reading = known(await readNextChain(rpc, until, signal));
      }
      // Not earlier: a daemon that answers some calls and refuses others must not be polled in a tight loop.
      backoff.reset();
    }
  };

  while (!signal.aborted) {
    try {
      await follow();
    } catch (error) {
      if (signal.aborted) return;
      if (isInvalidAnswer(error)) noteInvalid(error.message);
      noteBusy(error);
      if (!(error instanceof RpcError)) log.warn({ err: error }, 'cannot monitor the daemon; retrying');
    }
    pulse.beat();
    await clock.sleep(backoff.next(), signal);
  }
}

/** The daemon's own uptime follows its mock time, and before 30.3 every step of the host's clock. */
function uptimeOf(startedAt: string | null | undefined, clock: Clock): { uptimeSeconds?: number } {
  const startedMs = Date.parse(startedAt ?? '');
  return Number.isNaN(startedMs) ? {} : { uptimeSeconds: Math.max(0, Math.floor((clock.now() - startedMs) / 1000)) };
}

/** A daemon on a UTXO snapshot calls an index synced that has no block of its own chain yet. */
const withTrueIndexes = (part: SlowPart, height: number): SlowPart => ({
  ...part,
  indexes: part.indexes.map((index) => ({ ...index, synced: index.synced && index.bestBlockHeight >= height })),
});

function healthOf({ part, catchesUp }: ChainReading, view: DaemonView): NodeHealth {
  return catchesUp
    ? { state: 'syncing', height: part.height, headers: part.headers, progress: part.verificationProgress, view }
    : { state: 'running', height: part.height, view };
}

/** Returns why a running daemon did not answer; null for another failure. */
function whyBusy(error: unknown): string | null {
  const fault = error instanceof RpcError ? error.fault : null;
  if (fault === 'busy')
    return 'the daemon refuses RPC calls because its queue is full: raise rpcworkqueue, or rpcthreads if calls take long';
  if (fault === 'timeout')
    return 'the daemon does not answer RPC calls in time: it is busy, or other calls take all rpcthreads';
  return fault === 'unauthorized' || fault === 'refused' ? 'the daemon refuses calls of the agent' : null;
}

function startingHealth(error: unknown): NodeHealth {
  if (error instanceof RpcError && (error.fault === 'unreachable' || error.fault === 'timeout'))
    return { state: 'starting', message: 'the daemon does not answer yet', isSilent: true };
  const message = errorMessage(error);
  return { state: 'starting', message, ...(isInvalidAnswer(error) ? { invalidAnswer: message } : {}) };
}
