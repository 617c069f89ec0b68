import { Notify } from '../../timing/notify.ts';
import type { Orphan } from '../runtime/runtime.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

/** Keeps the list of orphans: nodes of this executor on this host that are neither desired nor deleted. It reports them, and touches none. */
export class OrphanWatch {
  readonly #deps: ReconcileDeps;
  readonly #due: Notify;
  #orphans: Orphan[] = [];

  constructor(deps: ReconcileDeps) {
    this.#deps = deps;
    this.#due = new Notify(deps.clock);
  }

  get orphans(): Orphan[] {
    return this.#orphans;
  }

  /** Something changed that may make or end an orphan. */
  wake(): void {
    this.#due.notify();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log, settings } = this.#deps;
    while (!signal.aborted) {
      try {
        await this.#refresh();
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error }, 'could not list orphaned nodes; trying again');
      }
      await this.#due.wait(settings.reconcileIntervalSeconds * 1000, signal);
    }
  }

  async #refresh(): Promise<void> {
    const { runtime, desired, log, onStatusChange } = this.#deps;
    const desiredIds = desired.all().flatMap(({ node, orphaned }) => (orphaned ? [] : [node.id]));
    const orphans = await runtime.orphans(new Set(desiredIds));
    const knownIds = new Set(this.#orphans.map(({ nodeId }) => nodeId));
    for (const { nodeId, name } of orphans.filter((orphan) => !knownIds.has(orphan.nodeId))) {
      log.warn({ nodeId, node: name }, 'orphaned node left untouched: not desired, and not marked for deletion');
    }
    const differs = JSON.stringify(orphans) !== JSON.stringify(this.#orphans);
    this.#orphans = orphans;
    if (differs) onStatusChange();
  }
}
