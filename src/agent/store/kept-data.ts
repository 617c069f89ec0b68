import type { Store } from './database.ts';
import { readValue, writeValue } from './identity-table.ts';

/** The deleted nodes whose chain data stays on this host because their deletion asked for that. */
export class KeptData {
  readonly #database: Store;

  constructor(database: Store) {
    this.#database = database;
  }

  has(nodeId: string): boolean {
    return this.#ids().includes(nodeId);
  }

  add(nodeId: string): void {
    this.#write([...this.#ids().filter((id) => id !== nodeId), nodeId]);
  }

  /** Nothing of the node is here any more. */
  remove(nodeId: string): void {
    if (this.has(nodeId)) this.#write(this.#ids().filter((id) => id !== nodeId));
  }

  #ids(): string[] {
    return JSON.parse(readValue(this.#database, 'kept_data') ?? '[]') as string[];
  }

  #write(ids: readonly string[]): void {
    writeValue(this.#database, 'kept_data', JSON.stringify(ids));
  }
}
