import { performance } from 'node:perf_hooks';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { count, type Database, isNull } from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';

/** Heartbeats of a whole fleet in a second, as far as the longest interval lets it. */
const [most, fewest] = [200, 20];
const maxSeconds = 300;

/** The share of its time that a process should be busy; one that is busier takes fewer heartbeats. */
const aim = 0.5;
const lookEverySeconds = 30;
/** An agent learns of another interval at the end of its last one, so that larger steps would overshoot. */
const [slower, faster] = [0.8, 1.1];

type Utilization = Pick<typeof performance, 'eventLoopUtilization'>;

export type HeartbeatPace = ReturnType<typeof paceOfHeartbeats>;

/**
 * The interval of heartbeats. A large fleet needs fewer of each agent, which learns of changes by its stream, and fewer
 * still while the process is busy. It counts hosts and no streams: right after a restart, no agent has one.
 */
export function paceOfHeartbeats(shortestSeconds: number, process: Utilization = performance) {
  let last = process.eventLoopUtilization();
  let perSecond = most;
  let size = 0;
  const seconds = () => Math.max(shortestSeconds, Math.min(maxSeconds, Math.ceil(size / perSecond)));
  return {
    get seconds(): number {
      return seconds();
    },
    /** Whether agents send fewer heartbeats because the fleet is large. */
    get isStretched(): boolean {
      return seconds() > shortestSeconds;
    },
    /** In milliseconds: within which an agent without nudges sends a heartbeat, if the fleet is large. */
    get unnudgedMs(): number {
      return seconds() > shortestSeconds ? (seconds() * 1000) / 4 : 0;
    },
    /** Adapts it to the fleet, and to how busy the process was since the last time. */
    adapt: (executors: number): void => {
      size = executors;
      const current = process.eventLoopUtilization();
      const busy = process.eventLoopUtilization(current, last).utilization;
      last = current;
      const change = Math.max(slower, Math.min(faster, aim / busy));
      perSecond = Math.max(fewest, Math.min(most, perSecond * change));
    },
  };
}

export const paceJob = (database: Database, pace: HeartbeatPace): PeriodicTask => ({
  what: 'adapt the interval of heartbeats',
  everySeconds: lookEverySeconds,
  run: async () => {
    const [fleet] = await database.select({ size: count() }).from(executor).where(isNull(executor.uninstalledAt));
    pace.adapt(fleet?.size ?? 0);
  },
});
