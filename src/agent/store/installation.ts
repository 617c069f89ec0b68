import { randomUUID } from 'node:crypto';
import { deleteValue, readValue, type Store, writeValue } from './database.ts';

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

  /** After an upgrade the stored revision is void: an older agent's desired state lacks newer fields. */
  recordAgentVersion(version: string): void {
    if (readValue(this.#database, 'agent_version') === version) return;
    this.#database.transaction(() => {
      this.revision = undefined;
      writeValue(this.#database, 'agent_version', version);
    });
  }

  /** Of the stored desired state. Sent with the next heartbeat, so that an unchanged state is not sent again. */
  get revision(): number | undefined {
    const stored = readValue(this.#database, 'revision');
    return stored === undefined ? undefined : Number(stored);
  }

  set revision(revision: number | undefined) {
    if (revision === undefined) deleteValue(this.#database, 'revision');
    else writeValue(this.#database, 'revision', String(revision));
  }

  /** The ids of deleted nodes whose chain data was kept on request. */
  get keptNodes(): readonly string[] {
    return JSON.parse(readValue(this.#database, 'kept_data') ?? '[]') as string[];
  }

  set keptNodes(ids: readonly string[]) {
    writeValue(this.#database, 'kept_data', JSON.stringify([...new Set(ids)]));
  }
}
