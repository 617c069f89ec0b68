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
 * Returns the interval of heartbeats in seconds. An agent whose stream is open learns of changes by it, so that many of
 * them need fewer heartbeats each, and fewer still while the process is busy.
 */
export function heartbeatPace(shortestSeconds: number, process: Utilization = performance) {
  let perSecond = most;
  let last = { at: process.now(), utilization: process.eventLoopUtilization() };

  const look = (): void => {
    const at = process.now();
    if (at - last.at < lookEveryMs) return;
    const utilization = process.eventLoopUtilization();
    const busy = process.eventLoopUtilization(utilization, last.utilization).utilization;
    last = { at, utilization };
    const change = Math.max(slower, Math.min(faster, aim / busy));
    perSecond = Math.max(fewest, Math.min(most, perSecond * change));
  };

  return (openStreams: number): number => {
    look();
    return Math.max(shortestSeconds, Math.min(maxSeconds, Math.ceil(openStreams / perSecond)));
  };
}
