import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { jsonOrNull } from '../../text/json-or-null.ts';
import type { Act } from '../calls/request-context.ts';
import { type WriteReport, writeReport } from '../report.ts';

/** The agent takes them every few seconds. */
const maxWrites = 10_000;
/** In one report. */
const maxReported = 200;

/**
 * Consumers' acts, kept in a file until the agent has them, so that a crash of either loses none: an act is on the disk
 * before its answer leaves.
 */
export class WriteJournal {
  readonly #path: string;
  #file: FileHandle;
  #writes: WriteReport[];
  #dropped = 0;
  /** What is done with the file, one after another. */
  #last: Promise<void> = Promise.resolve();
  #unsaved: WriteReport[] = [];

  private constructor(path: string, file: FileHandle, writes: WriteReport[]) {
    this.#path = path;
    this.#file = file;
    this.#writes = writes;
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

  /** How many were dropped because the agent did not take them. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Resolves when the act is on the disk. */
  add({ consumer, method, txid, outcome, nodeIds }: Act, endpointId: string, now: number): Promise<void> {
    const { id: consumerId, name } = consumer.config;
    const about = { endpointId, consumerId, consumer: name, method, txid, outcome, nodeIds: [...nodeIds] };
    const write = { id: randomUUID(), at: new Date(now).toISOString(), ...about };
    this.#writes.push(write);
    this.#unsaved.push(write);
    while (this.#writes.length > maxWrites) {
      this.#writes.shift();
      this.#dropped++;
    }
    return this.#next(() => this.#save());
  }

  /** Forgets writes that the agent has stored. */
  acknowledge(ids: readonly string[]): Promise<void> {
    const stored = new Set(ids);
    this.#writes = this.#writes.filter(({ id }) => !stored.has(id));
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
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    if (unsaved.length === 0) return;
    await this.#file.appendFile(linesOf(unsaved));
    await this.#file.datasync();
  }

  async #rewrite(): Promise<void> {
    this.#unsaved = [];
    const next = await open(`${this.#path}.next`, 'w', 0o600);
    await next.writeFile(linesOf(this.#writes));
    await next.datasync();
    await rename(`${this.#path}.next`, this.#path);
    await this.#file.close();
    this.#file = next;
  }
}

const linesOf = (writes: readonly WriteReport[]): string =>
  writes.map((write) => `${JSON.stringify(write)}\n`).join('');
