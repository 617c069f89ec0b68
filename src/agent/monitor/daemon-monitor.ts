import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import type { Pulse, WatchLoop } from '../loops/watched-loops.ts';
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
  using pulse = options.watchLoop('monitor');
  using rpc = new RpcClient(options.rpc, options.answerMemory);
  await new DaemonMonitor(options, { pulse, rpc, signal }).run();
}

interface MonitorRun {
  pulse: Pulse;
  rpc: RpcClient;
  signal: AbortSignal;
}

class DaemonMonitor {
  readonly #options: DaemonMonitorOptions;
  readonly #pulse: Pulse;
  readonly #rpc: RpcClient;
  readonly #signal: AbortSignal;
  readonly #intervalMs: number;
  readonly #backoff = new Backoff(retryPolicy);
  readonly #branchWorks = new BranchWorks();
  /** What the daemon reports in this run; null before its first answer. */
  #view: DaemonView | null = null;
  /** The last answer of this run; null before. */
  #last: ChainReading | null = null;
  /** The costly part of the last samples: read once per interval, also if there are more samples. */
  #slow: { part: SlowPart; stats: WorkloadStats; at: number } | undefined;
  /** The last sample: its block and time. */
  #sampled: { hash: string; at: number } | undefined;
  /** The last ones read. The daemon keeps its verdicts on blocks, so they outlive a lost connection. */
  #tips: ChainTips = unknownTips;
  #tipsDueAt: number;
  /** Asked at the first sample of a run, and rarely after it. */
  #snapshotDueAt: number;

  constructor(options: DaemonMonitorOptions, { pulse, rpc, signal }: MonitorRun) {
    this.#options = options;
    this.#pulse = pulse;
    this.#rpc = rpc;
    this.#signal = signal;
    this.#intervalMs = options.sampleIntervalSeconds * 1000;
    this.#tipsDueAt = options.clock.elapsed();
    this.#snapshotDueAt = options.clock.elapsed();
  }

  /** Follows the daemon until the signal aborts, and again after each failure. */
  async run(): Promise<void> {
    const { clock, log } = this.#options;
    while (!this.#signal.aborted) {
      try {
        await this.#follow();
      } catch (error) {
        if (this.#signal.aborted) return;
        if (isInvalidAnswer(error)) this.#noteInvalid(error.message);
        this.#noteBusy(error);
        if (!(error instanceof RpcError)) log.warn({ err: error }, 'cannot monitor the daemon; retrying');
      }
      this.#pulse.beat();
      await clock.sleep(this.#backoff.next(), this.#signal);
    }
  }

  /** Reads and samples the chain until a call fails or the signal aborts. */
  async #follow(): Promise<void> {
    let reading = await this.#read();
    while (!this.#signal.aborted) {
      this.#pulse.beat();
      if (this.#isSampleDue(reading)) await this.#sample(reading);
      reading = await this.#readNext(reading);
      // Not earlier: a daemon that answers some calls and refuses others must not be polled in a tight loop.
      this.#backoff.reset();
    }
  }

  /** Only this call decides the daemon's health; others may fail because it is busy. */
  async #read(): Promise<ChainReading> {
    const reading = await readChain(this.#rpc, this.#signal).catch((error: unknown) => {
      if (!this.#signal.aborted && !this.#noteBusy(error)) this.#noteStarting(error);
      throw error;
    });
    return this.#noteReading(reading);
  }

  /** Waits for the next block or the next sample, whatever comes first. */
  async #readNext({ part, catchesUp }: ChainReading): Promise<ChainReading> {
    const { clock } = this.#options;
    if (catchesUp) {
      await clock.sleep(catchUpPauseMs, this.#signal);
      return await this.#read();
    }
    const until = { height: part.height + 1, ms: this.#nextSampleAt - clock.elapsed() };
    return this.#noteReading(await readNextChain(this.#rpc, until, this.#signal));
  }

  get #nextSampleAt(): number {
    return this.#sampled === undefined ? Number.NEGATIVE_INFINITY : this.#sampled.at + this.#intervalMs;
  }

  #isSampleDue({ part }: ChainReading): boolean {
    return this.#options.clock.elapsed() >= this.#nextSampleAt || part.bestBlockHash !== this.#sampled?.hash;
  }

  async #sample(reading: ChainReading): Promise<void> {
    const { clock } = this.#options;
    try {
      await this.#report(reading);
    } catch (error) {
      if (!isInvalidAnswer(error)) throw error;
      // Without its figures there is no sample; the daemon's chain is known all the same.
      this.#noteInvalid(error.message);
      this.#reportHealth(reading);
    }
    this.#sampled = { at: clock.elapsed(), hash: reading.part.bestBlockHash };
  }

  async #report(reading: ChainReading): Promise<void> {
    const { clock, startedAt, onSample } = this.#options;
    const at = new Date(clock.now()).toISOString();
    const now = clock.elapsed();
    if (this.#slow === undefined || now - this.#slow.at >= this.#intervalMs) {
      this.#slow = await this.#readFigures(reading, now);
      await this.#readSnapshot();
    }
    if (this.#signal.aborted) return;
    this.#reportHealth(reading);
    const { part, stats } = this.#slow;
    onSample({ at, ...reading.part, ...part, ...uptimeOf(startedAt, clock), ...this.#tips, ...stats });
  }

  /** Reads the costly part of a sample, and adds what it shows of the daemon to the view. */
  async #readFigures(reading: ChainReading, now: number) {
    const { log } = this.#options;
    const [{ part, timeOffsetSeconds, wallets, loadedWallets, invalidAnswer }, stats] = await Promise.all([
      this.#readSlow(),
      this.#options.stats().catch((error: unknown) => {
        log.debug({ err: error }, 'cannot measure CPU and memory of the node');
        return unknownStats;
      }),
    ]);
    const { rpcConnections: all, openFiles, loweredConnections, ...usage } = stats;
    const rpcConnections = all == null ? null : Math.max(0, all - this.#rpc.openConnections);
    const peers = part.peersInbound + part.peersOutbound;
    const { memoryMiB } = usage;
    if (this.#view !== null)
      this.#view = {
        ...{ ...this.#view, peers, timeOffsetSeconds, wallets, loadedWallets },
        ...{ memoryMiB, openFiles, loweredConnections },
      };
    this.#noteInvalid(invalidAnswer);
    return { part: withTrueIndexes(part, reading.part.height), stats: { ...usage, rpcConnections }, at: now };
  }

  async #readSlow() {
    const { clock } = this.#options;
    const from = clock.elapsed();
    // A daemon that downloads blocks needs its lock. One that stands still may lack only a block that it rejects.
    const isSyncing = this.#view?.catchesUp && clock.now() - this.#view.heightSince < this.#intervalMs;
    const withTips = !isSyncing && from >= this.#tipsDueAt;
    try {
      const work = { own: this.#last?.part.chainWork ?? null, ofBranches: this.#branchWorks };
      const found = await readSlowPart(this.#rpc, withTips, this.#signal, work);
      this.#tips = found.chainTips ?? this.#tips;
      return found;
    } finally {
      // Also after a failure: the daemon may have taken too long to answer.
      if (withTips) this.#tipsDueAt = from + tipsPeriodMs(clock.elapsed() - from, this.#intervalMs);
    }
  }

  async #readSnapshot(): Promise<void> {
    const { clock } = this.#options;
    if (clock.elapsed() < this.#snapshotDueAt) return;
    this.#snapshotDueAt = clock.elapsed() + snapshotPeriodMs;
    const snapshot = await readSnapshotState(this.#rpc, this.#signal).catch((error: unknown) => {
      // The figures of a sample do not depend on it: the last answer stands.
      if (error instanceof RpcError) return undefined;
      throw error;
    });
    if (snapshot === undefined || this.#view === null) return;
    this.#view = { ...this.#view, snapshot };
    if (snapshot !== null) this.#snapshotDueAt = clock.elapsed() + validatingPeriodMs;
  }

  #noteReading(reading: ChainReading): ChainReading {
    this.#view = viewAfter(this.#view, reading, this.#options.clock.now());
    this.#last = reading;
    this.#options.onHealth(healthOf(reading, this.#view));
    return reading;
  }

  /** A daemon that has answered in this run is not starting again: its last answer stands while it is busy. */
  #noteBusy(error: unknown): boolean {
    const reason = whyBusy(error);
    if (reason === null || this.#view === null || this.#last === null) return false;
    this.#view = { ...this.#view, busy: { reason, at: this.#options.clock.now() } };
    this.#reportHealth(this.#last);
    return true;
  }

  /** Forgets the run: the next answer may come from another one of the daemon. */
  #noteStarting(error: unknown): void {
    const { clock, onHealth } = this.#options;
    this.#slow = undefined;
    this.#sampled = undefined;
    this.#view = null;
    this.#last = null;
    this.#snapshotDueAt = clock.elapsed();
    onHealth(startingHealth(error));
  }

  #noteInvalid(reason: string | null): void {
    if (this.#view !== null) this.#view = { ...this.#view, invalidAnswer: reason };
  }

  #reportHealth(reading: ChainReading): void {
    if (this.#view !== null) this.#options.onHealth(healthOf(reading, this.#view));
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
