import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

/** What the operator chose for this host when an agent last ran here; holds no secret. */
export interface HostSettings {
  dockerSocket: string;
  dataRoot?: string | undefined;
  images: Record<string, string>;
  networks: string[];
  allowRegtest: boolean;
  nodeTypes: string[];
  bindAddress: string;
  p2pBindAddress: string;
  nodeUser: string;
}

/** Who this agent is, remembered across restarts. */
export class Identity {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Made once by each installation, so that the control plane notices two agents with one name. */
  get instanceId(): string {
    const known = this.#read('instance_id');
    if (known !== undefined) return known;
    this.#write('instance_id', randomUUID());
    return this.instanceId;
  }

  /** Given by the control plane at the first sync; our Docker objects carry it as a label. */
  get executorId(): string | undefined {
    return this.#read('executor_id');
  }

  set executorId(id: string) {
    this.#write('executor_id', id);
  }

  /** The revision of the desired state that is held; undefined before the first one. */
  get revision(): number | undefined {
    const revision = this.#read('revision');
    return revision === undefined ? undefined : Number(revision);
  }

  set revision(revision: number) {
    this.#write('revision', String(revision));
  }

  /**
   * Which agent works here now. After an upgrade no revision counts as held: what an older agent kept of the desired state lacks
   * what only a newer one asks for, and would be taken for the whole of it until the next change.
   */
  runBy(version: string): void {
    if (this.#read('agent_version') === version) return;
    transaction(this.#database, () => {
      this.#database.prepare(`DELETE FROM identity WHERE key = 'revision'`).run();
      this.#write('agent_version', version);
    });
  }

  /** So that a node can be explained while no agent runs. */
  get host(): HostSettings | undefined {
    const text = this.#read('host');
    return text === undefined ? undefined : (JSON.parse(text) as HostSettings);
  }

  set host(settings: HostSettings) {
    const { dockerSocket, dataRoot, images, networks, allowRegtest, nodeTypes, bindAddress, p2pBindAddress, nodeUser } =
      settings;
    const known = {
      dockerSocket,
      dataRoot,
      images,
      networks,
      allowRegtest,
      nodeTypes,
      bindAddress,
      p2pBindAddress,
      nodeUser,
    };
    this.#write('host', JSON.stringify(known));
  }

  #read(key: string): string | undefined {
    const row = this.#database.prepare('SELECT value FROM identity WHERE key = ?').get(key);
    return row === undefined ? undefined : String(row['value']);
  }

  #write(key: string, value: string): void {
    this.#database
      .prepare('INSERT INTO identity (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
      .run(key, value);
  }
}
