import { randomUUID } from 'node:crypto';
import { deleteValue, readValue, type Store, writeValue } from './database.ts';

/** A node that the control plane lists and this agent does not fully understand. */
export interface StoredUnsupported {
  id: string;
  name: string;
  /** For a sentence: `the network “testnet5”`. */
  unsupported: string;
  since: string;
}

export type Installation = ReturnType<typeof installationIn>;

export const installationIn = (database: Store) => ({
  /** Created once per installation, so that the control plane notices two agents with one name. */
  get instanceId(): string {
    const stored = readValue(database, 'instance_id');
    if (stored !== undefined) return stored;
    const created = randomUUID();
    writeValue(database, 'instance_id', created);
    return created;
  },

  /** Assigned by the control plane with the first sync; our Docker objects carry it as a label. */
  get executorId(): string | undefined {
    return readValue(database, 'executor_id');
  },

  set executorId(id: string) {
    writeValue(database, 'executor_id', id);
  },

  /** After an upgrade the stored revision is void: an older agent's desired state lacks newer fields. */
  recordAgentVersion(version: string): void {
    if (readValue(database, 'agent_version') === version) return;
    database.transaction(() => {
      deleteValue(database, 'revision');
      writeValue(database, 'agent_version', version);
    });
  },

  /** Of the stored desired state. Sent with the next heartbeat, so that an unchanged state is not sent again. */
  get revision(): number | undefined {
    const stored = readValue(database, 'revision');
    return stored === undefined ? undefined : Number(stored);
  },

  set revision(revision: number | undefined) {
    if (revision === undefined) deleteValue(database, 'revision');
    else writeValue(database, 'revision', String(revision));
  },

  /** The ids of deleted nodes whose chain data was kept on request. */
  get keptNodes(): readonly string[] {
    return JSON.parse(readValue(database, 'kept_data') ?? '[]') as string[];
  },

  set keptNodes(ids: readonly string[]) {
    writeValue(database, 'kept_data', JSON.stringify([...new Set(ids)]));
  },

  /** The listed nodes of which this agent does not support something. */
  get unsupportedNodes(): readonly StoredUnsupported[] {
    return JSON.parse(readValue(database, 'unsupported_nodes') ?? '[]') as StoredUnsupported[];
  },

  set unsupportedNodes(nodes: readonly StoredUnsupported[]) {
    if (nodes.length === 0) deleteValue(database, 'unsupported_nodes');
    else writeValue(database, 'unsupported_nodes', JSON.stringify(nodes));
  },
});
