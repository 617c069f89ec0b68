import { rpcHost } from '../monitor/rpc.ts';
import type { MonitorTarget } from '../monitor/run-monitor.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeRuntime, NodeSnapshot, WorkloadStats } from '../runtime/runtime.ts';
import { isUp, runOf, type Workload } from '../runtime/workload.ts';
import { agentRpcUser } from '../runtime/workload-spec.ts';

/** Decides which run of a node is monitored, and how to reach it from here. */
export class MonitorTargets {
  readonly #runtime: Pick<NodeRuntime, 'statsReader'>;
  readonly #host: string;
  readonly #instanceId: string;
  #stats: { workloadId: string; read: () => Promise<WorkloadStats> } | undefined;

  constructor(runtime: Pick<NodeRuntime, 'statsReader'>, bindAddress: string, instanceId: string) {
    this.#runtime = runtime;
    this.#host = rpcHost(bindAddress);
    this.#instanceId = instanceId;
  }

  targetOf(
    { workload, desired }: Pick<NodeSnapshot, 'workload' | 'desired'>,
    { ports, agentRpc, sharesRpcWith }: Pick<NodeRecord, 'ports' | 'agentRpc' | 'sharesRpcWith'>,
  ): MonitorTarget | null {
    if (workload === undefined || ports === null || agentRpc === null || desired.desiredState !== 'running')
      return null;
    // Between two runs the daemon does not answer, and the health of the last run must not count.
    if (!isUp(workload) || workload.state === 'restarting') return null;
    // A container of another installation may have other RPC credentials, and bitcoind stalls after a failed login: do
    // not poll it with ours.
    const { instanceId } = workload;
    if (instanceId !== this.#instanceId && instanceId !== sharesRpcWith) return null;
    const rpc = { host: this.#host, port: ports.rpc, user: agentRpcUser, password: agentRpc.password };
    return { run: runOf(workload), rpc, stats: this.#statsOf(workload) };
  }

  #statsOf({ id }: Workload): () => Promise<WorkloadStats> {
    if (this.#stats?.workloadId !== id) this.#stats = { workloadId: id, read: this.#runtime.statsReader(id) };
    return this.#stats.read;
  }
}
