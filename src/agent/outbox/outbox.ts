import { randomUUIDv7 } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sampleKind } from '../../contract/event-kinds.ts';
import type { RuntimeEventInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { storableJson } from '../../text/storable.ts';
import type { Clock } from '../../timing/clock.ts';
import { transaction } from '../store/database.ts';
import type { NewEvent } from './event.ts';

/** The store could not be written: a full disk, or one that fails. The event is not recorded. */
export class OutboxWriteError extends Error {
  override name = 'OutboxWriteError';
}

export interface OutboxOptions {
  database: DatabaseSync;
  executorName: string;
  clock: Clock;
  /** How many entries are kept at most. */
  maxEvents: number;
  onRecorded?: () => void;
}

export interface OutboxCounts {
  events: number;
  samples: number;
  /** ISO time of the oldest entry; null when it is empty. */
  oldestAt: string | null;
  /** Dropped since that was last reported, by kind. */
  dropped: Record<string, number>;
}

/** Told when there is room again: what was dropped, and how many of each kind. */
const droppedKind = 'outbox.dropped';

/**
 * What has happened and not yet been acknowledged. An event is on disk when `record` returns, and stays until it is acknowledged. When
 * the bound is reached, samples are thinned first, then the oldest events go; how many went is itself reported.
 */
export class Outbox {
  readonly #database: DatabaseSync;
  readonly #options: OutboxOptions;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #dropped = new Map<string, number>();
  /** Samples that could not be written: counted here, since there is no disk to count them on. */
  #lostSamples = 0;
  #events = 0;
  #samples = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#database = options.database;
    this.#insert = this.#database.prepare(
      'INSERT INTO outbox (id, sample, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
    );
    this.#remove = this.#database.prepare('DELETE FROM outbox WHERE id = ? RETURNING sample');
    this.#recount();
  }

  newId(): string {
    return randomUUIDv7();
  }

  /** Puts one event on disk and returns its id. An id that is there already is not put again. Throws OutboxWriteError. */
  record(event: NewEvent, id: string = this.newId()): string {
    this.#write([{ event, id }]);
    return id;
  }

  /** Puts several on disk at once: all of them, or none. Throws OutboxWriteError. */
  recordAll(events: readonly NewEvent[]): string[] {
    const given = events.map((event) => ({ event, id: this.newId() }));
    this.#write(given);
    return given.map(({ id }) => id);
  }

  /** The oldest entries but for those of `except`, at most `limit`, under the name that this executor has now: a former one may be gone. */
  nextBatch(limit: number, except: Iterable<string> = []): RuntimeEventInput[] {
    return this.#database
      .prepare('SELECT body FROM outbox WHERE id NOT IN (SELECT value FROM json_each(?)) ORDER BY sequence LIMIT ?')
      .all(JSON.stringify([...except]), limit)
      .map((row) => ({ ...JSON.parse(String(row['body'])), executorName: this.#options.executorName }));
  }

  /** Removes what the control plane has, and records in the same transaction what there is to say about it. Throws OutboxWriteError. */
  acknowledge(ids: readonly string[], told: readonly NewEvent[] = []): void {
    this.#guarded(() => {
      for (const id of ids) this.#count(this.#remove.get(id), -1);
      for (const event of told) this.#put(event, this.newId(), this.#now());
      this.#reportDropped();
    });
  }

  counts(): OutboxCounts {
    this.#recount();
    const row = this.#database.prepare(`SELECT body ->> '$.at' AS at FROM outbox ORDER BY sequence LIMIT 1`).get();
    return {
      events: this.#events,
      samples: this.#samples,
      oldestAt: row === undefined ? null : String(row['at']),
      dropped: Object.fromEntries(this.#droppedCounts()),
    };
  }

  /** The counts in memory save a query for each record; a transaction around `record` that failed leaves them wrong. */
  #recount(): void {
    const row = this.#database.prepare('SELECT count(*) AS entries, total(sample) AS samples FROM outbox').get();
    this.#samples = Number(row?.['samples']);
    this.#events = Number(row?.['entries']) - this.#samples;
    this.#dropped.clear();
    for (const row of this.#database.prepare('SELECT kind, count FROM outbox_dropped').all()) {
      this.#dropped.set(String(row['kind']), Number(row['count']));
    }
  }

  #droppedCounts(): Map<string, number> {
    const counts = new Map(this.#dropped);
    if (this.#lostSamples > 0) counts.set(sampleKind, (counts.get(sampleKind) ?? 0) + this.#lostSamples);
    return counts;
  }

  #write(given: readonly { event: NewEvent; id: string }[]): void {
    try {
      this.#guarded(() => {
        const at = this.#now();
        for (const { event, id } of given) this.#put(event, id, at);
        if (this.#events + this.#samples > this.#options.maxEvents) this.#makeRoom();
      });
    } catch (error) {
      // Nobody records a sample a second time; an event is, by whoever could not do what it tells of.
      this.#lostSamples += given.filter(({ event }) => event.kind === sampleKind).length;
      throw error;
    }
    this.#options.onRecorded?.();
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  #put({ level, kind, nodeId, message, data }: NewEvent, id: string, at: string): void {
    const sample = kind === sampleKind ? 1 : 0;
    const body: Omit<RuntimeEventInput, 'executorName'> = {
      id,
      at,
      level,
      kind,
      nodeId,
      message: fitText(message),
      data,
    };
    const { changes } = this.#insert.run(id, sample, storableJson(body));
    if (changes === 0) return;
    if (sample === 1) this.#samples++;
    else this.#events++;
  }

  /** Brings the outbox to nine tenths of its bound, so that this is done seldom. */
  #makeRoom(): void {
    this.#recount();
    const goal = Math.floor(this.#options.maxEvents * 0.9);
    let excess = this.#events + this.#samples - goal;
    // To look at all of a full outbox would hold up the agent for a second.
    for (let among = 2 * excess + 1000; excess > 0; excess = this.#events + this.#samples - goal) {
      const thinned = this.#thinSamples(excess, among);
      if (thinned === 0 && among >= this.#samples) break;
      if (thinned === 0) among *= 4;
    }
    if (this.#events + this.#samples <= this.#options.maxEvents || excess <= 0) return;
    const gone = this.#database
      .prepare(
        `DELETE FROM outbox WHERE sequence IN (SELECT sequence FROM outbox WHERE sample = 0 ORDER BY sequence LIMIT ?)
         RETURNING sample, body ->> '$.kind' AS kind`,
      )
      .all(excess);
    this.#drop(gone);
  }

  /** Removes every second of the oldest `among` samples, but never the newest of a node, and tells how many went. */
  #thinSamples(excess: number, among: number): number {
    const gone = this.#database
      .prepare(
        `DELETE FROM outbox WHERE sequence IN (
           SELECT sequence FROM (
             SELECT sequence, row_number() OVER (PARTITION BY node ORDER BY sequence) AS age, count(*) OVER (PARTITION BY node) AS held
             FROM (SELECT sequence, body ->> '$.nodeId' AS node FROM outbox WHERE sample = 1 ORDER BY sequence LIMIT ?))
           WHERE age % 2 = 1 AND age < held ORDER BY sequence LIMIT ?)
         RETURNING sample, '${sampleKind}' AS kind`,
      )
      .all(among, excess);
    this.#drop(gone);
    return gone.length;
  }

  #drop(gone: readonly Record<string, unknown>[]): void {
    for (const row of gone) {
      this.#count(row, -1);
      const kind = String(row['kind']);
      this.#dropped.set(kind, (this.#dropped.get(kind) ?? 0) + 1);
    }
    const write = this.#database.prepare(
      'INSERT INTO outbox_dropped (kind, count) VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET count = excluded.count',
    );
    for (const [kind, count] of this.#dropped) write.run(kind, count);
  }

  /** Once there is room again, in the same transaction that made it: the count is reported exactly once. */
  #reportDropped(): void {
    const counts = this.#droppedCounts();
    if (counts.size === 0 || this.#events + this.#samples >= this.#options.maxEvents * 0.9) return;
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const message = `${total} entries were dropped because the outbox or the disk was full.`;
    const data = { counts: Object.fromEntries(counts) };
    this.#put({ level: 'warning', kind: droppedKind, nodeId: null, message, data }, this.newId(), this.#now());
    this.#dropped.clear();
    this.#lostSamples = 0;
    this.#database.exec('DELETE FROM outbox_dropped');
  }

  #count(row: Record<string, unknown> | undefined, by: number): void {
    if (row === undefined) return;
    if (row['sample'] === 1) this.#samples += by;
    else this.#events += by;
  }

  /** Runs `work` in a transaction; the counts in memory follow what is on disk also when it fails. */
  #guarded(work: () => void): void {
    const before = {
      events: this.#events,
      samples: this.#samples,
      lost: this.#lostSamples,
      dropped: new Map(this.#dropped),
    };
    try {
      transaction(this.#database, work);
    } catch (error) {
      this.#events = before.events;
      this.#samples = before.samples;
      this.#lostSamples = before.lost;
      this.#dropped.clear();
      for (const [kind, count] of before.dropped) this.#dropped.set(kind, count);
      throw new OutboxWriteError(`the outbox cannot be written: ${errorMessage(error)}`, {
        cause: error,
      });
    }
  }
}
