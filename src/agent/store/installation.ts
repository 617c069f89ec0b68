import { randomUUID } from 'node:crypto';
import type { Store } from './database.ts';
import { readValue, writeValue } from './identity-table.ts';
import { DesiredRevision } from './revision.ts';

/** This installation of the agent, remembered across restarts. */
export class Installation {
  readonly #database: Store;

  constructor(database: Store) {
    this.#database = database;
  }

  /** Created once per installation, so that the control plane notices two agents with one name. */
  get instanceId(): string {
    const stored = readValue(this.#database, 'instance_id');
    if (stored !== undefined) return stored;
    const created = randomUUID();
    writeValue(this.#database, 'instance_id', created);
    return created;
  }

  /** Assigned by the control plane with the first sync; our Docker objects carry it as a label. */
  get executorId(): string | undefined {
    return readValue(this.#database, 'executor_id');
  }

  set executorId(id: string) {
    writeValue(this.#database, 'executor_id', id);
  }

  /**
   * Records which version of the agent runs here. After an upgrade the stored revision no longer counts: the desired state that an older
   * agent stored lacks the fields that only a newer agent asks for, and would pass for complete until the next change.
   */
  recordAgentVersion(version: string): void {
    if (readValue(this.#database, 'agent_version') === version) return;
    this.#database.transaction(() => {
      new DesiredRevision(this.#database).clear();
      writeValue(this.#database, 'agent_version', version);
    });
  }
}
