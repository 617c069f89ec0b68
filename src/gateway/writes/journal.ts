import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { jsonOrNull } from '../../text/json-or-null.ts';
import type { Act } from '../calls/request-context.ts';
import { type WriteReport, writeReport } from '../report.ts';

/** Writes that the agent has not taken. */
const maxWrites = 20_000;
const maxOfConsumer = 5000;
/** In one report. */
const maxReported = 500;

/**
 * Consumers' acts, kept in a file until the agent has them, so that a crash of either loses none: an act is on the disk
 * before its answer leaves. None is dropped: a consumer that could make others be dropped could act unseen.
 */
export class WriteJournal {
  readonly #path: string;
  #file: FileHandle;
  #writes: WriteReport[];
  /** Counts of writes by the id of their consumer. */
  #byConsumer: Map<string, number>;
  /** What is done with the file, one after another. */
  #last: Promise<void> = Promise.resolve();
  #unsaved: WriteReport[] = [];
  /** After a failure, such as a full disk: the file may lack writes or have a part of one until it is rewritten. */
  #isDamaged = false;

  private constructor(path: string, file: FileHandle, writes: WriteReport[]) {
    this.#path = path;
    this.#file = file;
    this.#writes = writes;
    this.#byConsumer = countsOf(writes);
  }

  /** Opens the journal of an earlier run, or a new one. */
  static async open(path: string): Promise<WriteJournal> {
    const file = await open(path, 'a', 0o600);
    // The last line may be a part of one.
    const writes = (await readFile(path, 'utf8'))
      .split('\n')
      .flatMap((line) => writeReport.safeParse(jsonOrNull(line)).data ?? []);
    const journal = new WriteJournal(path, file, writes);
    await journal.#rewrite();
    return journal;
  }

  get oldest(): readonly WriteReport[] {
    return this.#writes.slice(0, maxReported);
  }

  /** How many the agent has not taken. */
  get pending(): number {
    return this.#writes.length;
  }

  /** Whether a consumer may act: the agent has not taken so many acts that its next one cannot be recorded. */
  canRecord(consumerId: string): boolean {
    return this.#writes.length < maxWrites && (this.#byConsumer.get(consumerId) ?? 0) < maxOfConsumer;
  }

  /** Resolves when the act is on the disk. */
  add({ consumer, method, txid, outcome, nodeIds }: Act, endpointId: string, now: number): Promise<void> {
    const { id: consumerId, name } = consumer.config;
    const about = { endpointId, consumerId, consumer: name, method, txid, outcome, nodeIds: [...nodeIds] };
    const write = { id: randomUUID(), at: new Date(now).toISOString(), ...about };
    this.#writes.push(write);
    this.#byConsumer.set(consumerId, (this.#byConsumer.get(consumerId) ?? 0) + 1);
    this.#unsaved.push(write);
    return this.#next(() => this.#save());
  }

  /** Forgets writes that the agent has stored. */
  acknowledge(ids: readonly string[]): Promise<void> {
    const stored = new Set(ids);
    this.#writes = this.#writes.filter(({ id }) => !stored.has(id));
    this.#byConsumer = countsOf(this.#writes);
    return this.#next(() => this.#rewrite());
  }

  async close(): Promise<void> {
    await this.#next(() => this.#file.close());
  }

  #next(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act);
    // The next one does not depend on this one, whose caller gets the error.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Appends all that came since the last time in one go. */
  async #save(): Promise<void> {
    if (this.#isDamaged) return this.#rewrite();
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    if (unsaved.length === 0) return;
    this.#isDamaged = true;
    await this.#file.appendFile(linesOf(unsaved));
    await this.#file.datasync();
    this.#isDamaged = false;
  }

  async #rewrite(): Promise<void> {
    this.#isDamaged = true;
    this.#unsaved = [];
    const next = await open(`${this.#path}.next`, 'w', 0o600);
    try {
      await next.writeFile(linesOf(this.#writes));
      await next.datasync();
      await rename(`${this.#path}.next`, this.#path);
    } catch (error) {
      await next.close();
      throw error;
    }
    await this.#file.close();
    this.#file = next;
    this.#isDamaged = false;
  }
}

function countsOf(writes: readonly WriteReport[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { consumerId } of writes) counts.set(consumerId, (counts.get(consumerId) ?? 0) + 1);
  return counts;
}

const linesOf = (writes: readonly WriteReport[]): string =>
  writes.map((write) => `${JSON.stringify(write)}\n`).join('');
