import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod';
import { InvalidUpgradeFile, JsonFile, type UpgradeFiles } from '../../upgrade/upgrade-files.ts';

const requestIds = { requestId: z.string(), fromVersion: z.string(), targetVersion: z.string() };

const journalShape = z.object({
  current: z.object({ ...requestIds, told: z.array(z.string()) }).nullable(),
  ended: z.array(
    z.object({
      ...requestIds,
      state: z.enum(['committed', 'rolled_back', 'failed']),
      reason: z.string().nullable(),
      at: z.string(),
    }),
  ),
});

type JournalContent = z.infer<typeof journalShape>;
export type CurrentRequest = NonNullable<JournalContent['current']>;
export type EndedRequest = JournalContent['ended'][number];

/** Many times what a control plane repeats. */
const maxEnded = 50;

/**
 * Remembers upgrade requests, so that none is done or reported twice. A file, because a failed version's store is set
 * aside. Agents of every version read it: only add fields.
 */
export class UpgradeJournal {
  readonly #folder: string;
  readonly #file: JsonFile<JournalContent>;
  #content: JournalContent = { current: null, ended: [] };

  /** A damaged journal is replaced: a replayed request may then be carried out again. Throws read errors. */
  constructor({ folder }: Pick<UpgradeFiles, 'folder'>, log: Logger) {
    this.#folder = folder;
    this.#file = new JsonFile(join(folder, 'journal.json'), journalShape);
    try {
      this.#content = this.#file.read() ?? this.#content;
    } catch (error) {
      if (!(error instanceof InvalidUpgradeFile)) throw error;
      log.error(`${error.message}; starting a new journal`);
      this.#file.remove();
    }
  }

  get current(): CurrentRequest | null {
    return this.#content.current;
  }

  end(requestId: string): EndedRequest | undefined {
    return this.#content.ended.find((ended) => ended.requestId === requestId);
  }

  get lastEnded(): EndedRequest | undefined {
    return this.#content.ended.at(-1);
  }

  /** Starts or continues a request. */
  begin(request: Omit<CurrentRequest, 'told'>): void {
    if (this.current?.requestId !== request.requestId) this.#write({ current: { ...request, told: [] } });
  }

  hasReported(requestId: string, what: string): boolean {
    return this.current?.requestId === requestId && this.current.told.includes(what);
  }

  told(requestId: string, what: string): void {
    const { current } = this;
    if (current?.requestId === requestId && !current.told.includes(what))
      this.#write({ current: { ...current, told: [...current.told, what] } });
  }

  finish(ended: EndedRequest): void {
    if (this.end(ended.requestId) === undefined)
      this.#write({ ended: [...this.#content.ended, ended].slice(-maxEnded) });
  }

  /** In memory first: if the disk is full, at least this run of the agent remembers it. */
  #write(change: Partial<JournalContent>): void {
    this.#content = { ...this.#content, ...change };
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#file.write(this.#content);
  }
}
