import { type NodeSample, type WatchOptions, watchNode } from '../../../src/agent/monitor/daemon-monitor.ts';
import type { NodeHealth } from '../../../src/agent/monitor/health.ts';
import type { RpcEndpoint } from '../../../src/agent/monitor/rpc.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';

export interface Watching {
  /** Every change of state or message, oldest first. */
  healths: NodeHealth[];
  /** With the moment at which each arrived, in milliseconds of `performance.now()`. */
  samples: (NodeSample & { arrivedAt: number })[];
  ended: Promise<void>;
  untilRunning(height: number): Promise<void>;
  stop(): Promise<void>;
}

/** Watches a daemon as the agent does, and notes all that it says. */
export function watching(endpoint: RpcEndpoint, changed: Partial<WatchOptions> = {}): Watching {
  const { host, port: rpcPort, user, password } = endpoint;
  const abort = new AbortController();
  const healths: NodeHealth[] = [];
  const samples: Watching['samples'] = [];
  const ended = watchNode(
    {
      nodeId: 'node',
      ...{ host, rpcPort, user, password },
      containerStats: async () => ({ cpuPercent: 1.5, memoryMiB: 64 }),
      onHealth: (health) => {
        if (JSON.stringify(health) !== JSON.stringify(healths.at(-1))) healths.push(health);
      },
      onSample: (sample) => samples.push({ ...sample, arrivedAt: performance.now() }),
      clock: systemClock,
      sampleIntervalSeconds: 30,
      log: listeningLog().log,
      ...changed,
    },
    abort.signal,
  );
  return {
    healths,
    samples,
    ended,
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
