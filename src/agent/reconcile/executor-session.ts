import { TaskGroup } from '../../timing/task-group.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import type { Installation } from '../store/installation.ts';
import type { ExecutorLease } from '../sync/executor-lease.ts';
import { NodeController, type NodeControllerOptions } from './controller.ts';

export interface ExecutorSessionOptions extends Pick<NodeControllerOptions, 'onRuntimeReachable' | 'onRuntimeOpen'> {
  nodeRuntime(executorId: string): NodeRuntime;
  deps: Omit<NodeControllerOptions['deps'], 'runtime' | 'lease'>;
  lease: ExecutorLease;
  listenToNudges(signal: AbortSignal): Promise<void>;
}

export type ExecutorSessions = ReturnType<typeof executorSessions>;

/** Runs the session of this agent's executor. A re-registered executor has another id and another session. */
export function executorSessions(
  { nodeRuntime, deps, lease, listenToNudges, ...listeners }: ExecutorSessionOptions,
  installation: Pick<Installation, 'executorId'>,
) {
  let current: { executorId: string; controller: NodeController; end: AbortController } | undefined;
  let tasks: TaskGroup | undefined;
  /** Undefined until the executor is known. */
  const controller = () => current?.controller;
  // The lease allows changing objects of another agent of this executor.
  lease.onChange(() => {
    if (lease.isHeld) controller()?.wake();
  });

  const start = (executorId: string, group: TaskGroup): void => {
    if (current !== undefined) {
      const before = current.executorId;
      deps.log.warn({ before, executorId }, 'control plane assigned another executor id');
      current.end.abort();
    }
    const started = new NodeController({ deps: { ...deps, lease, runtime: nodeRuntime(executorId) }, ...listeners });
    const end = new AbortController();
    current = { executorId, controller: started, end };
    group.add(runSession(started, AbortSignal.any([group.signal, end.signal])));
  };

  const runSession = async (session: NodeController, signal: AbortSignal): Promise<void> => {
    const group = new TaskGroup(signal);
    group.add(session.run(group.signal));
    group.add(listenOnceKnown(group.signal));
    await group.done();
  };

  /** Before its first accepted heartbeat, the control plane would refuse the subscription of a new executor. */
  const listenOnceKnown = async (signal: AbortSignal): Promise<void> => {
    await lease.held(signal);
    if (!signal.aborted) await listenToNudges(signal);
  };

  return {
    name: 'executor session',
    /** Empty before the first node is known. */
    report: () => controller()?.report() ?? [],
    samples: () => controller()?.samples() ?? [],
    diskUsers: () => controller()?.diskUsers() ?? [],
    worker: (nodeId: string) => controller()?.worker(nodeId),
    explain: async (entry: DesiredEntry) => controller()?.explain(entry),
    followLog: ((...from) => controller()?.followLog(...from) ?? nothing()) satisfies NodeController['followLog'],
    readLog: (async (...range) => (await controller()?.readLog(...range)) ?? null) satisfies NodeController['readLog'],
    get orphans() {
      return controller()?.orphans ?? [];
    },
    /** Nodes of the executor that last ran here start at once, even without a control plane. */
    async run(signal: AbortSignal): Promise<void> {
      tasks = new TaskGroup(signal);
      const { executorId } = installation;
      if (executorId !== undefined) start(executorId, tasks);
      await untilAborted(tasks.signal);
      await tasks.done();
    },
    /** A heartbeat was answered with the executor's id and the nodes whose desired state changed. */
    accept(executorId: string, changedNodeIds: readonly string[]): void {
      if (current?.executorId === executorId) current.controller.desiredChanged(changedNodeIds);
      else if (tasks !== undefined) start(executorId, tasks);
    },
  };
}

async function* nothing(): AsyncGenerator<never> {}
