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
 * aside. Agents of every version read it: only add fields. Throws read errors.
 */
export function upgradeJournal({ folder }: Pick<UpgradeFiles, 'folder'>, log: Logger) {
  const file = new JsonFile(join(folder, 'journal.json'), journalShape);
  let content: JournalContent = { current: null, ended: [] };
  // A damaged journal is replaced: a replayed request may then be carried out again.
  try {
    content = file.read() ?? content;
  } catch (error) {
    if (!(error instanceof InvalidUpgradeFile)) throw error;
    log.error(`${error.message}; starting a new journal`);
    file.remove();
  }

  /** In memory first: if the disk is full, at least this run of the agent remembers it. */
  const write = (change: Partial<JournalContent>): void => {
    content = { ...content, ...change };
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    file.write(content);
  };

  const end = (requestId: string): EndedRequest | undefined =>
    content.ended.find((ended) => ended.requestId === requestId);

  return {
    get current(): CurrentRequest | null {
      return content.current;
    },
    end,
    get lastEnded(): EndedRequest | undefined {
      return content.ended.at(-1);
    },
    /** Starts or continues a request. */
    begin(request: Omit<CurrentRequest, 'told'>): void {
      if (content.current?.requestId !== request.requestId) write({ current: { ...request, told: [] } });
    },
    hasReported: (requestId: string, what: string): boolean =>
      content.current?.requestId === requestId && content.current.told.includes(what),
    told(requestId: string, what: string): void {
      const { current } = content;
      if (current?.requestId === requestId && !current.told.includes(what))
        write({ current: { ...current, told: [...current.told, what] } });
    },
    finish(ended: EndedRequest): void {
      if (end(ended.requestId) === undefined) write({ ended: [...content.ended, ended].slice(-maxEnded) });
    },
  };
}

export type UpgradeJournal = ReturnType<typeof upgradeJournal>;
