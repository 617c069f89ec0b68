import { randomUUID } from 'node:crypto';
import type { Store } from './database.ts';
import { readValue, writeValue } from './identity-table.ts';
import { DesiredRevision } from './revision.ts';

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

  /** Records the running version. After an upgrade the stored revision is void: an older agent's desired state lacks the newer fields. */
  recordAgentVersion(version: string): void {
    if (readValue(this.#database, 'agent_version') === version) return;
    this.#database.transaction(() => {
      new DesiredRevision(this.#database).clear();
      writeValue(this.#database, 'agent_version', version);
    });
  }
}
