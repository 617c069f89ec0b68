import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import type { Pulse, WatchLoop } from '../loops/watched-loops.ts';
import type { WorkloadStats } from '../runtime/runtime.ts';
import { type DaemonView, type NodeHealth, viewAfter } from './daemon-view.ts';
import { RpcClient, type RpcEndpoint, RpcError } from './rpc.ts';
import { type ChainReading, type NodeSample, readChain, readNextChain, readSlowPart, type SlowPart } from './sample.ts';

export interface DaemonMonitorOptions {
  rpc: RpcEndpoint;
  stats(): Promise<WorkloadStats>;
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
const unknownStats: WorkloadStats = { cpuPercent: null, memoryMiB: null };

/** Monitors one run of a daemon. A long poll reports each new block at once. */
export class DaemonMonitor {
  readonly #options: DaemonMonitorOptions;
  readonly #backoff = new Backoff(retryPolicy);
  #slow: { part: SlowPart; stats: WorkloadStats; at: number } | undefined;
  #sampled: { hash: string; at: number } | undefined;
  #view: DaemonView | null = null;

  constructor(options: DaemonMonitorOptions) {
    this.#options = options;
  }

  /** Runs until `signal` aborts. Retries a daemon that stops answering. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log, watchLoop } = this.#options;
    using pulse = watchLoop('monitor');
    const rpc = new RpcClient(this.#options.rpc);
    try {
      while (!signal.aborted) {
        try {
          await this.#follow(rpc, signal, pulse);
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof RpcError)) log.warn({ err: error }, 'received an invalid response from the daemon');
        }
        pulse.beat();
        await clock.sleep(this.#backoff.next(), signal);
      }
    } finally {
      rpc.close();
    }
  }

  async #follow(rpc: RpcClient, signal: AbortSignal, pulse: Pulse): Promise<void> {
    const { clock, sampleIntervalSeconds } = this.#options;
    const intervalMs = sampleIntervalSeconds * 1000;
    let reading = await this.#readChain(rpc, signal);
    while (!signal.aborted) {
      pulse.beat();
      const { part, catchesUp } = reading;
      let sampled = this.#sampled;
      if (sampled === undefined || clock.elapsed() >= sampled.at + intervalMs || part.bestBlockHash !== sampled.hash) {
        await this.#sample(rpc, reading, signal);
        sampled = { at: clock.elapsed(), hash: part.bestBlockHash };
        this.#sampled = sampled;
      }
      if (catchesUp) {
        await clock.sleep(catchUpPauseMs, signal);
        reading = await this.#readChain(rpc, signal);
      } else {
        const until = { height: part.height + 1, ms: sampled.at + intervalMs - clock.elapsed() };
        reading = this.#known(await readNextChain(rpc, until, signal));
      }
      // Not earlier: a daemon that answers some calls and refuses others must not be polled in a tight loop.
      this.#backoff.reset();
    }
  }

  /** Only this call decides the daemon's health; others may fail because it is busy. */
  async #readChain(rpc: RpcClient, signal: AbortSignal): Promise<ChainReading> {
    const reading = await readChain(rpc, signal).catch((error: unknown) => {
      // The next answer may come from another run of the daemon.
      this.#slow = undefined;
      this.#sampled = undefined;
      this.#view = null;
      if (!signal.aborted) this.#options.onHealth(startingHealth(error));
      throw error;
    });
    return this.#known(reading);
  }

  #known(reading: ChainReading): ChainReading {
    this.#view = viewAfter(this.#view, reading, this.#options.clock.now());
    this.#options.onHealth(healthOf(reading, this.#view));
    return reading;
  }

  async #sample(rpc: RpcClient, reading: ChainReading, signal: AbortSignal): Promise<void> {
    const { clock, sampleIntervalSeconds, onSample } = this.#options;
    const at = new Date(clock.now()).toISOString();
    const now = clock.elapsed();
    if (this.#slow === undefined || now - this.#slow.at >= sampleIntervalSeconds * 1000) {
      const [{ part, timeOffsetSeconds, wallets }, stats] = await Promise.all([
        readSlowPart(rpc, signal),
        this.#readStats(),
      ]);
      this.#slow = { part, stats, at: now };
      const peers = part.peersInbound + part.peersOutbound;
      if (this.#view !== null)
        this.#view = { ...this.#view, peers, timeOffsetSeconds, wallets, memoryMiB: stats.memoryMiB };
    }
    if (signal.aborted) return;
    if (this.#view !== null) this.#options.onHealth(healthOf(reading, this.#view));
    onSample({ at, ...reading.part, ...this.#slow.part, ...this.#slow.stats });
  }

  async #readStats(): Promise<WorkloadStats> {
    try {
      return await this.#options.stats();
    } catch (error) {
      this.#options.log.debug({ err: error }, 'cannot measure CPU and memory of the node');
      return unknownStats;
    }
  }
}

export function healthOf({ part, catchesUp }: ChainReading, view: DaemonView): NodeHealth {
  return catchesUp
    ? { state: 'syncing', height: part.height, headers: part.headers, progress: part.verificationProgress, view }
    : { state: 'running', height: part.height, view };
}

const startingHealth = (error: unknown): NodeHealth =>
  error instanceof RpcError && error.fault === 'unreachable'
    ? { state: 'starting', message: 'the daemon does not answer yet', isSilent: true }
    : { state: 'starting', message: errorMessage(error) };
