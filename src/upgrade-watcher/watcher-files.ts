import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { keepDamaged, readJsonFile, removeJsonFile, writeJsonFile } from '../upgrade/json-file.ts';
import { type SwitchJournal, switchJournal } from './journal.ts';

/** Root only. The units contain this path too. */
export const watcherFolder = '/var/lib/satrap-upgrade';

const ended = z.object({ requestId: z.string() });

/** The watcher's own state: a folder of root's. */
export class WatcherFiles {
  readonly #folder: string;

  constructor(folder = watcherFolder) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  readJournal(): SwitchJournal | null {
    return readJsonFile(this.#journal, switchJournal);
  }

  writeJournal(journal: SwitchJournal): void {
    writeJsonFile(this.#journal, switchJournal, journal);
  }

  /** Keeps a damaged journal beside its replacement. Returns its name. */
  keepDamagedJournal(): string {
    return keepDamaged(this.#journal);
  }

  end(requestId: string): void {
    writeJsonFile(this.#ended, ended, { requestId });
  }

  removeJournal(): void {
    removeJsonFile(this.#journal);
  }

  get endedRequest(): string | null {
    return readJsonFile(this.#ended, ended)?.requestId ?? null;
  }

  get #journal(): string {
    return join(this.#folder, 'journal.json');
  }

  get #ended(): string {
    return join(this.#folder, 'ended.json');
  }
}

const shape = z.object({ version: z.string(), imageId: z.string() });

/** The previous version of an agent in a container, for a manual rollback. */
export class FormerImage {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'former.json');
  }

  /** Null before the first upgrade. Throws InvalidUpgradeFile. */
  read(): z.infer<typeof shape> | null {
    return readJsonFile(this.#path, shape);
  }

  write(former: z.infer<typeof shape>): void {
    writeJsonFile(this.#path, shape, former);
  }
}
