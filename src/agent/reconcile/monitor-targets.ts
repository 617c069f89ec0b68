import { agentEndpoint } from '../monitor/rpc.ts';
import type { MonitorTarget } from '../monitor/run-monitor.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeRuntime, NodeSnapshot } from '../runtime/runtime.ts';
import { isUp, runOf } from '../runtime/workload.ts';

export type FindTarget = (
  snapshot: Pick<NodeSnapshot, 'workload' | 'desired'>,
  record: Pick<NodeRecord, 'ports' | 'agentRpc' | 'sharesRpcWith'>,
) => MonitorTarget | null;

/** Returns a function that decides which run of a node is monitored, and how to reach it from here. */
export function targetFinder(
  runtime: Pick<NodeRuntime, 'statsReader'>,
  bindAddress: string,
  ownInstanceId: string,
): FindTarget {
  let stats: (Pick<MonitorTarget, 'stats'> & { workloadId: string }) | undefined;
  return ({ workload, desired }, record) => {
    const rpc = agentEndpoint(record, bindAddress);
    if (workload === undefined || rpc === null || desired.desiredState !== 'running') return null;
    // Between two runs the daemon does not answer, and the health of the last run must not count.
    if (!isUp(workload) || workload.state === 'restarting') return null;
    // A container of another installation may have other RPC credentials, and bitcoind stalls after a failed login: do
    // not poll it with ours.
    const { id, instanceId } = workload;
    if (instanceId !== ownInstanceId && instanceId !== record.sharesRpcWith) return null;
    // A reader remembers its last reading.
    if (stats?.workloadId !== id) stats = { workloadId: id, stats: runtime.statsReader(id) };
    return { run: runOf(workload), rpc, stats: stats.stats };
  };
}
