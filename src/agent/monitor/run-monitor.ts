import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeRuntime, NodeSnapshot } from '../runtime/runtime.ts';
import { isUp, runOf } from '../runtime/workload.ts';
import { type DaemonMonitorOptions, monitorDaemon } from './daemon-monitor.ts';
import type { NodeHealth } from './daemon-view.ts';
import { agentEndpoint, type RpcEndpoint } from './rpc.ts';

export type RunMonitorOptions = Omit<DaemonMonitorOptions, keyof MonitorTarget>;

/** One run of a daemon, and how to reach it from here. */
export interface MonitorTarget extends Pick<DaemonMonitorOptions, 'rpc' | 'stats' | 'startedAt'> {
  /** Identifies the run: every start has another one. */
  run: string;
}

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
  let target: Omit<MonitorTarget, 'rpc'> | undefined;
  return ({ workload, desired }, record) => {
    const rpc = agentEndpoint(record, bindAddress);
    if (workload === undefined || rpc === null || desired.desiredState !== 'running') return null;
    // Between two runs the daemon does not answer, and the health of the last run must not count.
    if (!isUp(workload) || workload.state === 'restarting') return null;
    // A container of another installation may have other RPC credentials, and bitcoind stalls after a failed login: do
    // not poll it with ours.
    const { instanceId } = workload;
    if (instanceId !== ownInstanceId && instanceId !== record.sharesRpcWith) return null;
    // A reader remembers its last reading.
    const run = runOf(workload);
    const { startedAt } = workload;
    if (target?.run !== run) target = { run, startedAt, stats: runtime.statsReader(workload, desired) };
    return { ...target, rpc };
  };
}

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
