import type { Clock } from '../../timing/clock.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { Store } from '../store/database.ts';
import { blankMemory, loadMemory, type NodeMemory, saveMemory } from './node-record.ts';

/** Takes events for good: on disk when `record` returns. An id that it has already taken is not taken again. */
export interface EventRecorder {
  newId(): string;
  record(event: NewEvent, id?: string): unknown;
}

/** One node's memory on disk. What changes together with events is written in one transaction with them. */
export class NodeRecord {
  readonly nodeId: string;
  readonly #database: Store;
  readonly #recorder: EventRecorder;
  #memory: NodeMemory;

  constructor(nodeId: string, database: Store, recorder: EventRecorder, clock: Clock) {
    this.nodeId = nodeId;
    this.#database = database;
    this.#recorder = recorder;
    this.#memory = loadMemory(database, nodeId) ?? blankMemory(clock.now());
  }

  get memory(): Readonly<NodeMemory> {
    return this.#memory;
  }

  /** All of it is on disk when this returns; when it throws, nothing changed. */
  change(
    change: Partial<NodeMemory>,
    events: readonly { event: NewEvent; id?: string }[] = [],
    also?: () => void,
  ): void {
    const next = { ...this.#memory, ...change };
    const differs = JSON.stringify(next) !== JSON.stringify(this.#memory);
    if (!differs && events.length === 0 && also === undefined) return;
    this.#database.transaction(() => {
      if (differs) saveMemory(this.#database, this.nodeId, next);
      for (const { event, id } of events) this.#recorder.record(event, id);
      also?.();
    });
    this.#memory = next;
  }
}
