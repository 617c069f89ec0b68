import { randomUUIDv7 } from 'node:crypto';
import type { StatementSync } from 'node:sqlite';
import { sampleKind, withLevel } from '../../contract/events.ts';
import type { RuntimeEventInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { storableJson } from '../../text/storable.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import type { Store } from '../store/database.ts';
import { toStoreError } from '../store/store-error.ts';
import type { NewEvent } from './event.ts';
import { type Fill, makeRoom } from './make-room.ts';

/** The store is not writable: the disk is full or failing. The event is not recorded. */
export class OutboxWriteError extends Error {
  override name = 'OutboxWriteError';
}

interface OutboxOptions {
  database: Store;
  executorName: string;
  clock: Clock;
  maxEvents: number;
}

/** Unacknowledged events. At the limit, samples are thinned, then the oldest events dropped and counted. */
export class Outbox {
  /** Notified once a recorded event is on disk, also if recorded in a larger transaction. */
  readonly recorded: Notify;
  readonly #options: OutboxOptions;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  /** Saves a query for each event. Undefined when it must be counted again. */
  #fill: Fill | undefined;
  /** Samples that could not be written: counted in memory, because the disk is not writable. */
  #lostSamples = 0;

  constructor(options: OutboxOptions) {
    const { database, clock } = options;
    this.#options = options;
    this.recorded = new Notify(clock);
    this.#insert = database.prepare(
      'INSERT INTO outbox (id, sample, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
    );
    this.#remove = database.prepare('DELETE FROM outbox WHERE id = ? RETURNING sample');
  }

  /** Writes an event to disk, unless its id was recorded before. Returns the id. Throws OutboxWriteError. */
  record(event: NewEvent, id: string = randomUUIDv7()): string {
    this.#recordAll([{ event, id }], event.kind === sampleKind);
    return id;
  }

  /** Writes all samples to disk, or none, which then count as dropped. Throws OutboxWriteError. */
  recordSamples(samples: readonly NewEvent[]): void {
    const entries = samples.map((event) => ({ event, id: randomUUIDv7() }));
    this.#recordAll(entries, true);
  }

  /** Returns the oldest events, under the executor's current name: the control plane may have forgotten others. */
  nextBatch(limit: number, except: Iterable<string> = []): RuntimeEventInput[] {
    const { database, executorName } = this.#options;
    return database
      .prepare('SELECT body FROM outbox WHERE id NOT IN (SELECT value FROM json_each(?)) ORDER BY sequence LIMIT ?')
      .all(JSON.stringify([...except]), limit)
      .map((row) => ({ ...JSON.parse(String(row['body'])), executorName }));
  }

  /** Removes stored events, and records `reports` in the same transaction. Throws OutboxWriteError. */
  acknowledge(ids: readonly string[], reports: readonly NewEvent[] = []): void {
    this.#transaction(() => {
      const before = this.#counted();
      for (const id of ids) {
        const removed = this.#remove.get(id);
        if (removed !== undefined) before[removed['sample'] === 1 ? 'samples' : 'events']--;
      }
      for (const report of reports) this.#put(report);
      this.#reportDropped();
    });
  }

  /** `dropped`: the number of dropped entries by kind, since the last report. */
  counts() {
    const { events, samples } = this.#counted();
    const row = this.#options.database
      .prepare(`SELECT body ->> '$.at' AS at FROM outbox ORDER BY sequence LIMIT 1`)
      .get();
    const oldestAt = row === undefined ? null : String(row['at']);
    return { events, samples, oldestAt, dropped: Object.fromEntries(this.#readDropped()) };
  }

  #recordAll(entries: readonly { event: NewEvent; id: string }[], areSamples: boolean): void {
    const { database, maxEvents } = this.#options;
    this.#transaction(() => {
      // A lost sample is never recorded again, so count it; a lost event is, by its caller's retry.
      if (areSamples)
        database.afterRollback(() => {
          this.#lostSamples += entries.length;
        });
      for (const { event, id } of entries) this.#put(event, id);
      if (total(this.#counted()) > maxEvents) this.#shrink();
      database.afterCommit(() => this.recorded.notify());
    }, areSamples);
  }

  /** `dispensable` writes use no reserved space. In-memory counters follow the disk, also on a rollback. */
  #transaction(work: () => void, dispensable = false): void {
    const { database } = this.#options;
    const recount = () => {
      this.#fill = undefined;
    };
    try {
      database.transaction(
        () => {
          database.afterRollback(recount);
          work();
        },
        { dispensable },
      );
    } catch (error) {
      recount();
      throw new OutboxWriteError(`cannot write to the outbox: ${errorMessage(toStoreError(error, database))}`, {
        cause: error,
      });
    }
  }

  #counted(): Fill {
    if (this.#fill === undefined) {
      const row = this.#options.database
        .prepare('SELECT count(*) AS entries, total(sample) AS samples FROM outbox')
        .get();
      const samples = Number(row?.['samples']);
      this.#fill = { events: Number(row?.['entries']) - samples, samples };
    }
    return this.#fill;
  }

  #put(event: NewEvent, id: string = randomUUIDv7()): void {
    const now = new Date(this.#options.clock.now()).toISOString();
    const { at = now, level, kind, nodeId, message, data } = withLevel(event);
    const body: Omit<RuntimeEventInput, 'executorName'> = {
      ...{ id, at, level, kind, nodeId, message: fitText(message), data },
    };
    const isSample = kind === sampleKind;
    const before = this.#counted();
    const { changes } = this.#insert.run(id, isSample ? 1 : 0, storableJson(body));
    if (changes > 0) before[isSample ? 'samples' : 'events']++;
  }

  #shrink(): void {
    const { database, maxEvents } = this.#options;
    const dropped = makeRoom(database, this.#counted(), maxEvents);
    this.#fill = undefined;
    const add = database.prepare(
      'INSERT INTO outbox_dropped (kind, count) VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET count = count + excluded.count',
    );
    for (const [kind, count] of dropped) add.run(kind, count);
  }

  #readDropped(): Map<string, number> {
    const rows = this.#options.database.prepare('SELECT kind, count FROM outbox_dropped').all();
    const dropped = new Map(rows.map((row) => [String(row['kind']), Number(row['count'])]));
    if (this.#lostSamples > 0) dropped.set(sampleKind, (dropped.get(sampleKind) ?? 0) + this.#lostSamples);
    return dropped;
  }

  /** Runs once there is space again, in the transaction that freed it: the count is reported exactly once. */
  #reportDropped(): void {
    const { database, maxEvents } = this.#options;
    if (total(this.#counted()) >= maxEvents * 0.9) return;
    const dropped = this.#readDropped();
    if (dropped.size === 0) return;
    const count = [...dropped.values()].reduce((sum, each) => sum + each, 0);
    this.#put({
      kind: 'outbox.dropped',
      nodeId: null,
      message: `Dropped ${count === 1 ? '1 entry' : `${count} entries`}: the outbox or the disk was full.`,
      data: { counts: Object.fromEntries(dropped) },
    });
    database.exec('DELETE FROM outbox_dropped');
    const reported = this.#lostSamples;
    database.afterCommit(() => {
      this.#lostSamples -= reported;
    });
  }
}

const total = ({ events, samples }: Fill): number => events + samples;
