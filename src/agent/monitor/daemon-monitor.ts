import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import type { Clock } from '../../timing/clock.ts';
import type { NodeHealth } from './health.ts';
import { RpcClient, RpcError } from './rpc.ts';
import {
  type ChainPart,
  type ChainReading,
  type NodeSample,
  readChain,
  readSlowPart,
  type SlowPart,
} from './sample.ts';

export type { NodeSample } from './sample.ts';

export interface WatchOptions {
  nodeId: string;
  host: string;
  rpcPort: number;
  user: string;
  password: string;
  containerStats(): Promise<{ cpuPercent: number | null; memoryMiB: number | null }>;
  onHealth(health: NodeHealth): void;
  onSample(sample: NodeSample): void;
  clock: Clock;
  sampleIntervalSeconds: number;
  log: Logger;
}

/** While a node catches up it has a new block every few milliseconds: one sample in this time is enough. */
const catchUpPauseMs = 1000;
const firstRetryMs = 100;
const lastRetryMs = 2000;
const noStats = { cpuPercent: null, memoryMiB: null };
const longestWaitMs = 30_000;

/**
 * Watches one run of a daemon until `signal` aborts: asks until it answers, then waits for each new block with a long poll, so that a
 * block is known at once, and samples it. A daemon that stops answering is asked again.
 */
export async function watchNode(options: WatchOptions, signal: AbortSignal): Promise<void> {
  const { host, rpcPort: port, user, password, clock, log } = options;
  const rpc = new RpcClient({ host, port, user, password });
  const watch = new Watch(rpc, options, signal);
  try {
    for (let retryMs = firstRetryMs; !signal.aborted; retryMs = Math.min(lastRetryMs, retryMs * 1.5)) {
      try {
        await watch.follow(() => {
          retryMs = firstRetryMs;
        });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof RpcError)) log.warn({ err: error }, 'the daemon’s answer was not understood');
      }
      await clock.sleep(retryMs, signal);
    }
  } finally {
    rpc.close();
  }
}

class Watch {
  readonly #rpc: RpcClient;
  readonly #options: WatchOptions;
  readonly #signal: AbortSignal;
  #slow: { part: SlowPart; stats: { cpuPercent: number | null; memoryMiB: number | null }; at: number } | undefined;

  #sampled: { at: number; hash: string } | undefined;

  constructor(rpc: RpcClient, options: WatchOptions, signal: AbortSignal) {
    this.#rpc = rpc;
    this.#options = options;
    this.#signal = signal;
  }

  /** Samples until a call fails, which it throws. `onRound` is called when every call of a round was answered. */
  async follow(onRound: () => void): Promise<void> {
    const { clock, sampleIntervalSeconds } = this.#options;
    const intervalMs = sampleIntervalSeconds * 1000;
    while (!this.#signal.aborted) {
      const reading = await this.#readChain();
      const { part } = reading;
      let sampled = this.#sampled;
      if (sampled === undefined || clock.elapsed() >= sampled.at + intervalMs || part.bestBlockHash !== sampled.hash) {
        await this.#sample(part);
        sampled = { at: clock.elapsed(), hash: part.bestBlockHash };
        this.#sampled = sampled;
      }
      if (reading.catchesUp) await clock.sleep(catchUpPauseMs, this.#signal);
      else await this.#waitForBlock(part.height + 1, sampled.at + intervalMs - clock.elapsed());
      onRound();
    }
  }

  /** The health of a daemon is what it says of its chain; its other calls may fail because it is busy. */
  async #readChain(): Promise<ChainReading> {
    const reading = await readChain(this.#rpc, this.#signal).catch((error: unknown) => {
      // Who answers next may be another run of it.
      this.#slow = undefined;
      this.#sampled = undefined;
      const unreachable = error instanceof RpcError && error.fault === 'unreachable';
      const message = errorMessage(error);
      if (!this.#signal.aborted)
        this.#options.onHealth({
          state: 'starting',
          message: unreachable ? 'the daemon does not answer yet' : message,
        });
      throw error;
    });
    this.#options.onHealth(healthOf(reading));
    return reading;
  }

  async #sample(chain: ChainPart): Promise<void> {
    const { clock, sampleIntervalSeconds, containerStats, onSample, log } = this.#options;
    const at = new Date(clock.now()).toISOString();
    const now = clock.elapsed();
    if (this.#slow === undefined || now - this.#slow.at >= sampleIntervalSeconds * 1000) {
      const [part, stats] = await Promise.all([
        readSlowPart(this.#rpc, this.#signal),
        containerStats().catch((error: unknown) => {
          log.debug({ err: error }, 'the engine did not measure the container');
          return noStats;
        }),
      ]);
      this.#slow = { part, stats, at: now };
    }
    if (this.#signal.aborted) return;
    onSample({ at, ...chain, ...this.#slow.part, ...this.#slow.stats });
  }

  /**
   * Returns when the chain has reached `height`, or after about `ms`. Unlike a wait for the next block, this misses none that came since
   * the chain was read: the daemon answers at once when it is there already.
   */
  async #waitForBlock(height: number, ms: number): Promise<void> {
    // bitcoind takes 0 for «no time-out».
    const timeoutMs = Math.min(longestWaitMs, Math.max(1, Math.floor(ms)));
    await this.#rpc.call('waitforblockheight', [height, timeoutMs], this.#signal, Math.ceil(timeoutMs / 1000) + 10);
  }
}

function healthOf({ part, catchesUp }: ChainReading): NodeHealth {
  return catchesUp
    ? { state: 'syncing', height: part.height, headers: part.headers, progress: part.verificationProgress }
    : { state: 'running', height: part.height };
}
