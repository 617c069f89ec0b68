import { mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { UpgradeReportState } from '../../contract/types.generated.ts';
import { InvalidUpgradeFile, readJsonFile, removeJsonFile, writeJsonFile } from '../../upgrade/json-file.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';

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

export const isEnd = (state: UpgradeReportState): state is EndedRequest['state'] =>
  state === 'committed' || state === 'rolled_back' || state === 'failed';

/** Many times what a control plane repeats. */
const maxEnded = 50;

/**
 * Remembers upgrade requests, so that none is done or reported twice. A file, because a failed version's store is set
 * aside. Agents of every version read it: only add fields.
 */
export class UpgradeJournal {
  readonly #files: UpgradeFiles;
  #content: JournalContent;

  /** Throws InvalidUpgradeFile, and read errors. */
  constructor(files: UpgradeFiles) {
    this.#files = files;
    this.#content = readJsonFile(files.journal, journalShape) ?? { current: null, ended: [] };
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
    mkdirSync(this.#files.folder, { recursive: true, mode: 0o700 });
    writeJsonFile(this.#files.journal, journalShape, this.#content);
  }
}

/** A damaged journal is replaced: a replayed request may then be carried out again. */
export function openUpgradeJournal(files: UpgradeFiles, log: Logger): UpgradeJournal {
  try {
    return new UpgradeJournal(files);
  } catch (error) {
    if (!(error instanceof InvalidUpgradeFile)) throw error;
    log.error(`${error.message}; starting a new journal`);
    removeJsonFile(files.journal);
    return new UpgradeJournal(files);
  }
}
