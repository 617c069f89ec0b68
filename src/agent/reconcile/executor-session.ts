import { TaskGroup } from '../../timing/task-group.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import type { Service } from '../loops/watched-loops.ts';
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

/** Runs the session of this agent's executor. A re-registered executor has another id and another session. */
export class ExecutorSessions implements Service {
  readonly name = 'executor session';
  readonly #options: ExecutorSessionOptions;
  readonly #installation: Pick<Installation, 'executorId'>;
  #current: { executorId: string; controller: NodeController; end: AbortController } | undefined;
  #tasks: TaskGroup | undefined;

  constructor(options: ExecutorSessionOptions, installation: Pick<Installation, 'executorId'>) {
    this.#options = options;
    this.#installation = installation;
    // The lease allows changing objects of another agent of this executor.
    options.lease.onChange(() => {
      if (options.lease.isHeld) this.#controller?.wake();
    });
  }

  /** Undefined until the executor is known. */
  get #controller(): NodeController | undefined {
    return this.#current?.controller;
  }

  /** Empty before the first node is known. */
  report = () => this.#controller?.report() ?? [];
  samples = () => this.#controller?.samples() ?? [];
  diskUsers = () => this.#controller?.diskUsers() ?? [];
  worker = (nodeId: string) => this.#controller?.worker(nodeId);
  explain = async (entry: DesiredEntry) => this.#controller?.explain(entry);
  followLog: NodeController['followLog'] = (...start) => this.#controller?.followLog(...start) ?? nothing();
  readLog: NodeController['readLog'] = async (...range) => (await this.#controller?.readLog(...range)) ?? null;

  get orphans(): NodeController['orphans'] {
    return this.#controller?.orphans ?? [];
  }

  /** Nodes of the executor that last ran here start at once, even without a control plane. */
  async run(signal: AbortSignal): Promise<void> {
    this.#tasks = new TaskGroup(signal);
    const { executorId } = this.#installation;
    if (executorId !== undefined) this.#start(executorId, this.#tasks);
    await untilAborted(this.#tasks.signal);
    await this.#tasks.done();
  }

  /** A heartbeat was answered with the executor's id and the nodes whose desired state changed. */
  accept(executorId: string, changedNodeIds: readonly string[]): void {
    if (this.#current?.executorId === executorId) this.#current.controller.desiredChanged(changedNodeIds);
    else if (this.#tasks !== undefined) this.#start(executorId, this.#tasks);
  }

  #start(executorId: string, tasks: TaskGroup): void {
    if (this.#current !== undefined) {
      const before = this.#current.executorId;
      this.#options.deps.log.warn({ before, executorId }, 'control plane assigned another executor id');
      this.#current.end.abort();
    }
    const { nodeRuntime, deps, lease, ...listeners } = this.#options;
    const runtime = nodeRuntime(executorId);
    const controller = new NodeController({ deps: { ...deps, lease, runtime }, ...listeners });
    const end = new AbortController();
    this.#current = { executorId, controller, end };
    tasks.add(this.#runSession(controller, AbortSignal.any([tasks.signal, end.signal])));
  }

  async #runSession(controller: NodeController, signal: AbortSignal): Promise<void> {
    const tasks = new TaskGroup(signal);
    tasks.add(controller.run(tasks.signal));
    tasks.add(this.#listenToNudges(tasks.signal));
    await tasks.done();
  }

  /** Before its first accepted heartbeat, the control plane would refuse the subscription of a new executor. */
  async #listenToNudges(signal: AbortSignal): Promise<void> {
    await this.#options.lease.held(signal);
    if (!signal.aborted) await this.#options.listenToNudges(signal);
  }
}

async function* nothing(): AsyncGenerator<never> {}
