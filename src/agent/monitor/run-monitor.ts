import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import { DaemonMonitor } from './daemon-monitor.ts';
import type { NodeHealth } from './health.ts';
import type { RpcEndpoint } from './rpc.ts';
import type { NodeSample, WorkloadStats } from './sample.ts';

export interface RunMonitorOptions {
  /** Measures the run that is monitored now. */
  stats(): Promise<WorkloadStats>;
  onHealth(health: NodeHealth): void;
  onSample(sample: NodeSample): void;
  clock: Clock;
  sampleIntervalSeconds: number;
  log: Logger;
}

/** What to monitor. */
export interface MonitorTarget {
  /** Names one run of the daemon: another start has another name. Null while none is up. */
  run: string | null;
  /** Where its RPC is reached from here; null when it must not be called. */
  rpc: RpcEndpoint | null;
}

/** Monitors the run of a node's daemon that is up now, and no other. */
export class RunMonitor {
  readonly #options: RunMonitorOptions;
  #current: { key: string; abort: AbortController } | undefined;
  #health: NodeHealth | null = null;

  constructor(options: RunMonitorOptions) {
    this.#options = options;
  }

  /** Of the run that is up now. Between two runs it is null: what the last one said must not count as a sign of life. */
  get health(): NodeHealth | null {
    return this.#health;
  }

  /** Monitors `run`, or nothing while there is no run or no RPC. A run that is monitored already goes on undisturbed. */
  follow({ run, rpc }: MonitorTarget): void {
    const key = run === null || rpc === null ? undefined : `${run} ${rpc.port}`;
    if (key === this.#current?.key) return;
    this.stop();
    if (key === undefined || rpc === null) return;
    const abort = new AbortController();
    this.#current = { key, abort };
    const monitor = new DaemonMonitor({
      ...this.#options,
      rpc,
      onHealth: (health) => {
        if (abort.signal.aborted) return;
        this.#health = health;
        this.#options.onHealth(health);
      },
    });
    monitor.run(abort.signal).catch((error: unknown) => {
      // A fault of our own. The node keeps running, and the next call of `follow` starts another monitor.
      this.#options.log.error({ err: error }, 'the monitor of a node crashed');
      if (this.#current?.abort === abort) this.stop();
    });
  }

  stop(): void {
    this.#current?.abort.abort();
    this.#current = undefined;
    this.#health = null;
  }
}
