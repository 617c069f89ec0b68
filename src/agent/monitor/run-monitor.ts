import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { WatchLoop } from '../loops/watched-loops.ts';
import type { WorkloadStats } from '../runtime/runtime.ts';
import { DaemonMonitor } from './daemon-monitor.ts';
import type { NodeHealth } from './daemon-view.ts';
import type { RpcEndpoint } from './rpc.ts';
import type { NodeSample } from './sample.ts';

export interface RunMonitorOptions {
  onHealth(health: NodeHealth): void;
  onSample(sample: NodeSample): void;
  clock: Clock;
  sampleIntervalSeconds: number;
  watchLoop: WatchLoop;
  log: Logger;
}

/** One run of a daemon, and how to reach it from here. */
export interface MonitorTarget {
  /** Identifies the run: every start has another one. */
  run: string;
  rpc: RpcEndpoint;
  stats(): Promise<WorkloadStats>;
}

/** Monitors the current run of a node's daemon. */
export class RunMonitor {
  readonly #options: RunMonitorOptions;
  #current: { key: string; rpc: RpcEndpoint; abort: AbortController } | undefined;
  #health: NodeHealth | null = null;

  constructor(options: RunMonitorOptions) {
    this.#options = options;
  }

  /** Health of the current run. Null between two runs, so that the last run's health does not count. */
  get health(): NodeHealth | null {
    return this.#health;
  }

  /** How to reach the current run; null between two runs. */
  get rpc(): RpcEndpoint | null {
    return this.#current?.rpc ?? null;
  }

  /** Monitors `target`, or nothing for null. A run already monitored continues undisturbed. */
  follow(target: MonitorTarget | null): void {
    const key = target === null ? undefined : `${target.run} ${target.rpc.port}`;
    if (key === this.#current?.key) return;
    this.stop();
    if (target === null || key === undefined) return;
    const abort = new AbortController();
    this.#current = { key, rpc: target.rpc, abort };
    const monitor = new DaemonMonitor({
      ...this.#options,
      rpc: target.rpc,
      stats: target.stats,
      onHealth: (health) => {
        if (abort.signal.aborted) return;
        this.#health = health;
        this.#options.onHealth(health);
      },
    });
    monitor.run(abort.signal).catch((error: unknown) => {
      // A bug. The node keeps running, and the next call of `follow` starts another monitor.
      this.#options.log.error({ err: error }, 'node monitor crashed');
      if (this.#current?.abort === abort) this.stop();
    });
  }

  stop(): void {
    this.#current?.abort.abort();
    this.#current = undefined;
    this.#health = null;
  }
}
