import type { Clock } from '../../timing/clock.ts';
import type { NewEvent } from '../outbox/event.ts';
import { applyChange, type NodeRecord, newNodeRecord } from '../runtime/node-record.ts';
import type { Store } from '../store/database.ts';
import { endedBy } from './operations/operations.ts';
import { loadNodeRecord, saveNodeRecord } from './record-table.ts';

/** Records events for good: they are on disk when `record` returns. An id that is recorded already is not recorded twice. */
export interface EventRecorder {
  newId(): string;
  record(event: NewEvent, id?: string): unknown;
}

/** One node's record on disk. What changes together with events is written in one transaction with them. */
export class NodeRecordStore {
  readonly nodeId: string;
  readonly #database: Store;
  readonly #recorder: EventRecorder;
  #record: NodeRecord;

  constructor(nodeId: string, database: Store, recorder: EventRecorder, clock: Clock) {
    this.nodeId = nodeId;
    this.#database = database;
    this.#recorder = recorder;
    this.#record = loadNodeRecord(database, nodeId) ?? newNodeRecord(clock.now());
  }

  get record(): Readonly<NodeRecord> {
    return this.#record;
  }

  /** All of it is on disk when this returns; when it throws, nothing changed. What is `dispensable` uses no reserved space on a full disk. */
  update(
    change: Partial<NodeRecord>,
    events: readonly { event: NewEvent; id?: string }[] = [],
    options: { dispensable?: boolean } = {},
  ): void {
    const next = applyChange(this.#record, change);
    const differs = JSON.stringify(next) !== JSON.stringify(this.#record);
    if (!differs && events.length === 0) return;
    this.transaction(() => {
      if (differs) saveNodeRecord(this.#database, this.nodeId, next);
      for (const { event, id } of events) this.#recorder.record(event, id);
      for (const event of endedBy(this.nodeId, this.#record, next)) this.#recorder.record(event);
      this.#record = next;
    }, options);
  }

  /** Runs `work` in one transaction of the agent's store: `update` and whatever else it writes are on disk together, or not at all. */
  transaction(work: () => void, options: { dispensable?: boolean } = {}): void {
    const before = this.#record;
    try {
      this.#database.transaction(work, options);
    } catch (error) {
      this.#record = before;
      throw error;
    }
  }
}
