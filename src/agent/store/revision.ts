import type { Store } from './database.ts';
import { deleteValue, readValue, writeValue } from './identity-table.ts';

/** The revision of the desired state that this agent stores. The next heartbeat names it, so that an unchanged state is not sent again. */
export class DesiredRevision {
  readonly #database: Store;

  constructor(database: Store) {
    this.#database = database;
  }

  get current(): number | undefined {
    const stored = readValue(this.#database, 'revision');
    return stored === undefined ? undefined : Number(stored);
  }

  set current(revision: number) {
    writeValue(this.#database, 'revision', String(revision));
  }

  clear(): void {
    deleteValue(this.#database, 'revision');
  }
}
