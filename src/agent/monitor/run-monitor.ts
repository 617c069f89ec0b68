import { type DaemonMonitorOptions, monitorDaemon } from './daemon-monitor.ts';
import type { NodeHealth } from './daemon-view.ts';
import type { RpcEndpoint } from './rpc.ts';

export type RunMonitorOptions = Omit<DaemonMonitorOptions, keyof MonitorTarget>;

/** One run of a daemon, and how to reach it from here. */
export interface MonitorTarget extends Pick<DaemonMonitorOptions, 'rpc' | 'stats'> {
  /** Identifies the run: every start has another one. */
  run: string;
}

/** Monitors the current run of a node's daemon. */
export class RunMonitor {
  readonly #options: RunMonitorOptions;
  #current: { key: string; rpc: RpcEndpoint; abort: AbortController } | undefined;
  /** Health of the current run. Null between two runs, so that the last run's health does not count. */
  health: NodeHealth | null = null;

  constructor(options: RunMonitorOptions) {
    this.#options = options;
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
    const onHealth = (health: NodeHealth) => {
      if (abort.signal.aborted) return;
      this.health = health;
      this.#options.onHealth(health);
    };
    monitorDaemon({ ...this.#options, ...target, onHealth }, abort.signal).catch((error: unknown) => {
      // A bug. The node keeps running, and the next call of `follow` starts another monitor.
      this.#options.log.error({ err: error }, 'node monitor crashed');
      if (this.#current?.abort === abort) this.stop();
    });
  }

  stop(): void {
    this.#current?.abort.abort();
    this.#current = undefined;
    this.health = null;
  }
}
