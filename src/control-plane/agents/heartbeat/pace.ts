import { performance } from 'node:perf_hooks';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { count, type Database, isNull } from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';

/** Heartbeats of a whole fleet in a second, as far as the longest interval allows. */
const maxBeatsPerSecond = 200;
const minBeatsPerSecond = 20;
const maxIntervalSeconds = 300;

/** The share of its time that a process should be busy; one that is busier takes fewer heartbeats. */
const targetUtilization = 0.5;
const adaptEverySeconds = 30;
/** An agent learns of another interval at the end of its last one, so that larger steps would overshoot. */
const stepDown = 0.8;
const stepUp = 1.1;

type Utilization = Pick<typeof performance, 'eventLoopUtilization'>;

/**
 * The interval of heartbeats. A large fleet needs fewer of each agent, which learns of changes by its stream, and fewer
 * still while the process is busy. It counts hosts and no streams: right after a restart, no agent has one.
 */
export class HeartbeatPace {
  readonly #shortestSeconds: number;
  readonly #process: Utilization;
  /** The process's utilization when it was adapted last. */
  #last: ReturnType<Utilization['eventLoopUtilization']>;
  #beatsPerSecond = maxBeatsPerSecond;
  #fleetSize = 0;

  constructor(shortestSeconds: number, process: Utilization = performance) {
    this.#shortestSeconds = shortestSeconds;
    this.#process = process;
    this.#last = process.eventLoopUtilization();
  }

  get seconds(): number {
    const needed = Math.ceil(this.#fleetSize / this.#beatsPerSecond);
    return Math.max(this.#shortestSeconds, Math.min(maxIntervalSeconds, needed));
  }

  /** Whether agents send fewer heartbeats because the fleet is large. */
  get isStretched(): boolean {
    return this.seconds > this.#shortestSeconds;
  }

  /** In milliseconds: within which an agent without nudges sends a heartbeat, if the fleet is large. */
  get unnudgedMs(): number {
    return this.isStretched ? (this.seconds * 1000) / 4 : 0;
  }

  /** Adapts it to the fleet, and to how busy the process was since the last time. */
  adapt(executors: number): void {
    this.#fleetSize = executors;
    const current = this.#process.eventLoopUtilization();
    const { utilization } = this.#process.eventLoopUtilization(current, this.#last);
    this.#last = current;
    const step = Math.max(stepDown, Math.min(stepUp, targetUtilization / utilization));
    this.#beatsPerSecond = Math.max(minBeatsPerSecond, Math.min(maxBeatsPerSecond, this.#beatsPerSecond * step));
  }
}

export const paceJob = (database: Database, pace: HeartbeatPace): PeriodicTask => ({
  what: 'adapt the interval of heartbeats',
  everySeconds: adaptEverySeconds,
  run: async () => {
    const [fleet] = await database.select({ size: count() }).from(executor).where(isNull(executor.uninstalledAt));
    pace.adapt(fleet?.size ?? 0);
  },
});
