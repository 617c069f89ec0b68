import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import * as z from 'zod';
import { jsonOrNull } from '../../text/json-or-null.ts';
import type { Act, ActResult } from '../calls/request-context.ts';
import { type WriteReport, writeReport } from '../report.ts';

/** Writes that the agent has not taken. */
const maxWrites = 20_000;
const maxOfConsumer = 5000;
/** In one report. */
const maxReported = 500;

/** A line that withdraws an act, which was not made. */
const withdrawal = z.strictObject({ id: z.string() });

/**
 * Consumers' acts, kept in a file until the agent has them, so that a crash of either loses none: an act is in the file
 * before it is made, and its outcome is on the disk before its answer leaves. A later line of an act replaces an earlier
 * one. None is dropped: a consumer that could make others be dropped could act unseen.
 */
export class WriteJournal {
  readonly #path: string;
  #file: FileHandle;
  /** Acts with their outcome, or those of an earlier run that ended before. */
  #writes: WriteReport[];
  /** Acts that are being made. */
  readonly #begun = new Map<string, WriteReport>();
  /** Counts of writes by the id of their consumer. */
  #byConsumer: Map<string, number>;
  /** What is done with the file, one after another. */
  #last: Promise<void> = Promise.resolve();
  #unsaved: string[] = [];
  /** Whether an outcome is unsaved, which must be on the disk and not only in the file. */
  #isUrgent = false;
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
    const journal = new WriteJournal(path, file, readWrites(await readFile(path, 'utf8')));
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
    return (
      this.#writes.length + this.#begun.size < maxWrites && (this.#byConsumer.get(consumerId) ?? 0) < maxOfConsumer
    );
  }

  /** Notes an act that is about to be made, and returns its id. A crash of the gateway, not of the host, leaves the note. */
  async begin({ consumer, method }: Act, endpointId: string, now: number): Promise<string> {
    const { id: consumerId, name } = consumer.config;
    const about = { endpointId, consumerId, consumer: name, method, txid: null, outcome: 'unknown', nodeIds: [] };
    const write = { id: randomUUID(), at: new Date(now).toISOString(), ...about };
    this.#begun.set(write.id, write);
    this.#count(consumerId, 1);
    this.#unsaved.push(lineOf(write));
    try {
      await this.#next(() => this.#save());
    } catch (error) {
      this.#forget(write);
      throw error;
    }
    return write.id;
  }

  /** Records what an act came to. Resolves when it is on the disk. */
  finish(id: string, { txid, outcome, nodeIds }: ActResult): Promise<void> {
    const begun = this.#begun.get(id);
    if (begun === undefined) throw new Error('the act was not begun');
    const write = { ...begun, txid, outcome, nodeIds: [...nodeIds] };
    this.#begun.delete(id);
    this.#writes.push(write);
    this.#unsaved.push(lineOf(write));
    this.#isUrgent = true;
    return this.#next(() => this.#save());
  }

  /** Withdraws an act that was not made. */
  withdraw(id: string): Promise<void> {
    const begun = this.#begun.get(id);
    if (begun === undefined) throw new Error('the act was not begun');
    this.#forget(begun);
    this.#unsaved.push(`${JSON.stringify({ id })}\n`);
    return this.#next(() => this.#save());
  }

  /** Forgets writes that the agent has stored. */
  acknowledge(ids: readonly string[]): Promise<void> {
    const stored = new Set(ids);
    this.#writes = this.#writes.filter(({ id }) => !stored.has(id));
    this.#byConsumer = countsOf([...this.#writes, ...this.#begun.values()]);
    return this.#next(() => this.#rewrite());
  }

  async close(): Promise<void> {
    await this.#next(() => this.#file.close());
  }

  #count(consumerId: string, change: number): void {
    const count = (this.#byConsumer.get(consumerId) ?? 0) + change;
    if (count > 0) this.#byConsumer.set(consumerId, count);
    else this.#byConsumer.delete(consumerId);
  }

  #forget({ id, consumerId }: WriteReport): void {
    this.#begun.delete(id);
    this.#count(consumerId, -1);
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
    const [unsaved, isUrgent] = [this.#unsaved, this.#isUrgent];
    this.#unsaved = [];
    this.#isUrgent = false;
    if (unsaved.length === 0) return;
    this.#isDamaged = true;
    await this.#file.appendFile(unsaved.join(''));
    if (isUrgent) await this.#file.datasync();
    this.#isDamaged = false;
  }

  async #rewrite(): Promise<void> {
    this.#isDamaged = true;
    this.#unsaved = [];
    this.#isUrgent = false;
    const next = await open(`${this.#path}.next`, 'w', 0o600);
    try {
      await next.writeFile([...this.#writes, ...this.#begun.values()].map(lineOf).join(''));
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

const lineOf = (write: WriteReport): string => `${JSON.stringify(write)}\n`;

/** Reads the acts of a file, of which the last line may be a part. */
function readWrites(text: string): WriteReport[] {
  const writes = new Map<string, WriteReport>();
  for (const line of text.split('\n')) {
    const json = jsonOrNull(line);
    const write = writeReport.safeParse(json).data;
    const withdrawn = withdrawal.safeParse(json).data;
    if (write !== undefined) writes.set(write.id, write);
    else if (withdrawn !== undefined) writes.delete(withdrawn.id);
  }
  return [...writes.values()];
}
