import type { ObservedNodeInput, OrphanedNodeInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Notify } from '../../timing/notify.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import { type NodeTouched, nodesTouched } from '../docker/engine/container-events.ts';
import { findOrphans } from '../docker/orphans.ts';
import { NodeWorker } from './node-worker.ts';
import type { WorkerSurroundings } from './reconcile-deps.ts';

export interface CrewOptions {
  desired: DesiredState;
  surroundings: WorkerSurroundings;
  /** Called when the engine stops answering, and when it answers again. */
  onEngine(answers: boolean, message: string): void;
}

/** One worker for each wanted node, woken by what is asked and by what the engine tells. A worker that breaks takes no other with it. */
export class Crew {
  readonly #desired: DesiredState;
  readonly #given: WorkerSurroundings;
  readonly #onEngine: CrewOptions['onEngine'];
  readonly #workers = new Map<string, { worker: NodeWorker; done: Promise<void> }>();
  readonly #orphansAlarm: Notify;
  #orphans: OrphanedNodeInput[] = [];
  #running: AbortSignal | undefined;

  constructor({ desired, surroundings, onEngine }: CrewOptions) {
    this.#desired = desired;
    this.#given = surroundings;
    this.#onEngine = onEngine;
    this.#orphansAlarm = new Notify(surroundings.clock);
  }

  /** Works until `signal` aborts; then every worker has ended. */
  async run(signal: AbortSignal): Promise<void> {
    this.#running = signal;
    for (const { node } of this.#desired.all()) this.#employ(node.id, signal);
    await Promise.all([this.#listen(signal), this.#lookForOrphans(signal)]);
    await Promise.all([...this.#workers.values()].map(({ done }) => done));
  }

  /** The desired state of these nodes changed. */
  changed(nodeIds: readonly string[]): void {
    for (const id of nodeIds) {
      const employed = this.#workers.get(id);
      if (employed !== undefined) employed.worker.wake(true);
      else if (this.#running !== undefined) this.#employ(id, this.#running);
    }
    if (nodeIds.length > 0) this.#orphansAlarm.notify();
  }

  /** Something that all nodes depend on changed. */
  wake(): void {
    for (const { worker } of this.#workers.values()) worker.wake(true);
  }

  worker(nodeId: string): NodeWorker | undefined {
    return this.#workers.get(nodeId)?.worker;
  }

  report(): ObservedNodeInput[] {
    return [...this.#workers.values()].map(({ worker }) => worker.report());
  }

  orphans(): OrphanedNodeInput[] {
    return this.#orphans;
  }

  #employ(nodeId: string, signal: AbortSignal): void {
    const held = this.#desired.get(nodeId);
    if (held === undefined || (held.orphaned && held.node.desiredState !== 'deleted')) return;
    const worker = new NodeWorker(nodeId, this.#given);
    const done = worker.run(signal).then(
      () => this.#dismissed(nodeId, signal),
      (error: unknown) => {
        this.#given.log.error({ err: error, nodeId }, 'a worker broke; another takes its place in a minute');
        return this.#replace(nodeId, signal);
      },
    );
    this.#workers.set(nodeId, { worker, done });
  }

  #dismissed(nodeId: string, signal: AbortSignal): void {
    this.#workers.delete(nodeId);
    this.#orphansAlarm.notify();
    const held = this.#desired.get(nodeId);
    // It came back while its worker was leaving.
    if (!signal.aborted && held !== undefined && !held.orphaned) this.#employ(nodeId, signal);
  }

  async #replace(nodeId: string, signal: AbortSignal): Promise<void> {
    await this.#given.clock.sleep(60_000, signal);
    this.#workers.delete(nodeId);
    if (!signal.aborted) this.#employ(nodeId, signal);
  }

  /** Follows the engine's events. What happens while the stream is down is found by looking when it is up again. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { client, executorId, clock } = this.#given;
    let lost = false;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const events = nodesTouched(client, executorId, signal, () => {
          failures = 0;
          if (lost) this.#onEngine(true, 'Docker answers again');
          lost = false;
          this.wake();
          this.#orphansAlarm.notify();
        });
        for await (const touched of events) this.#touched(touched);
      } catch (error) {
        if (!lost && !signal.aborted) this.#onEngine(false, errorMessage(error));
        lost = true;
      }
      await clock.sleep(Math.min(10_000, 100 * 2 ** Math.min(failures, 10)), signal);
    }
  }

  #touched({ nodeId, containerId, exitCode }: NodeTouched): void {
    const worker = this.#workers.get(nodeId)?.worker;
    if (worker === undefined) {
      this.#orphansAlarm.notify();
      return;
    }
    if (exitCode !== null) worker.heardExit(containerId, exitCode);
    worker.wake(false);
  }

  async #lookForOrphans(signal: AbortSignal): Promise<void> {
    const { client, executorId, log, reconcileIntervalSeconds, onStatusChange } = this.#given;
    while (!signal.aborted) {
      try {
        const wanted = new Set(this.#desired.all().flatMap(({ node, orphaned }) => (orphaned ? [] : [node.id])));
        const found = await findOrphans(client, executorId, wanted);
        const before = new Set(this.#orphans.map(({ nodeId }) => nodeId));
        for (const { nodeId, name } of found.filter((one) => !before.has(one.nodeId))) {
          log.warn(
            { nodeId, node: name },
            'nobody wants this node and nobody asked for its deletion: it is left as it is',
          );
        }
        const differs = JSON.stringify(found) !== JSON.stringify(this.#orphans);
        this.#orphans = found;
        if (differs) onStatusChange();
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error }, 'the look for orphans failed; it is repeated');
      }
      await this.#orphansAlarm.wait(reconcileIntervalSeconds * 1000, signal);
    }
  }
}
