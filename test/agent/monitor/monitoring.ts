import { type DaemonMonitorOptions, monitorDaemon } from '../../../src/agent/monitor/daemon-monitor.ts';
import type { NodeHealth } from '../../../src/agent/monitor/daemon-view.ts';
import type { RpcEndpoint } from '../../../src/agent/monitor/rpc.ts';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { watchLoop } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

export interface Monitoring {
  /** Every change of state or message, oldest first, without the data for problems. */
  healths: NodeHealth[];
  /** With the time at which each arrived, in milliseconds of `performance.now()`. */
  samples: (NodeSample & { arrivedAt: number })[];
  untilRunning(height: number): Promise<void>;
  stop(): Promise<void>;
}

/** Monitors a daemon like the agent, and records everything reported. */
export function monitoring(rpc: RpcEndpoint, options: Partial<DaemonMonitorOptions> = {}): Monitoring {
  const abort = new AbortController();
  const healths: NodeHealth[] = [];
  const samples: Monitoring['samples'] = [];
  const monitor: DaemonMonitorOptions = {
    rpc,
    stats: async () => ({ cpuPercent: 1.5, memoryMiB: 64 }),
    onHealth: (found) => {
      const health = withoutView(found);
      if (JSON.stringify(health) !== JSON.stringify(healths.at(-1))) healths.push(health);
    },
    onSample: (sample) => samples.push({ ...sample, arrivedAt: performance.now() }),
    clock: systemClock,
    sampleIntervalSeconds: 30,
    watchLoop,
    log: listeningLog().log,
    ...options,
  };
  const ended = monitorDaemon(monitor, abort.signal);
  return {
    healths,
    samples,
    untilRunning: async (height) => {
      await until(`the node runs at height ${height}`, () => {
        const last = healths.at(-1);
        return last?.state === 'running' && last.height === height && samples.at(-1)?.height === height;
      });
    },
    stop: async () => {
      abort.abort();
      await ended;
    },
  };
}

function withoutView(health: NodeHealth): NodeHealth {
  if (health.state === 'starting') return health;
  const { view: _, ...rest } = health;
  return rest;
}
