import { performance } from 'node:perf_hooks';

/** Heartbeats that one process takes in a second, as far as the longest interval lets it. */
const [most, fewest] = [200, 20];
const maxSeconds = 300;

/** The share of its time that a process should be busy; one that is busier takes fewer heartbeats. */
const aim = 0.5;
const lookEveryMs = 30_000;
/** An agent learns of another interval at the end of its last one, so that larger steps would overshoot. */
const [slower, faster] = [0.8, 1.1];

type Utilization = Pick<typeof performance, 'eventLoopUtilization' | 'now'>;

/**
 * The interval of heartbeats. An agent whose stream is open learns of changes by it, so that many of them need fewer
 * heartbeats each, and fewer still while the process is busy.
 */
export class HeartbeatPace {
  readonly #shortestSeconds: number;
  readonly #process: Utilization;
  #perSecond = most;
  #last: { at: number; utilization: ReturnType<Utilization['eventLoopUtilization']> };

  constructor(shortestSeconds: number, process: Utilization = performance) {
    this.#shortestSeconds = shortestSeconds;
    this.#process = process;
    this.#last = { at: process.now(), utilization: process.eventLoopUtilization() };
  }

  /** In seconds. */
  interval(openStreams: number): number {
    this.#look();
    return Math.max(this.#shortestSeconds, Math.min(maxSeconds, Math.ceil(openStreams / this.#perSecond)));
  }

  #look(): void {
    const at = this.#process.now();
    if (at - this.#last.at < lookEveryMs) return;
    const utilization = this.#process.eventLoopUtilization();
    const busy = this.#process.eventLoopUtilization(utilization, this.#last.utilization).utilization;
    this.#last = { at, utilization };
    const change = Math.max(slower, Math.min(faster, aim / busy));
    this.#perSecond = Math.max(fewest, Math.min(most, this.#perSecond * change));
  }
}
