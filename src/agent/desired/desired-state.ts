import type { Store } from '../store/database.ts';
import type { Installation, StoredUnsupported } from '../store/installation.ts';
import type { DesiredEntry, DesiredNode } from './desired-entry.ts';
import { type UnsupportedNode, unsupportedInStore } from './judge-node.ts';

/** The desired state in a heartbeat's answer. `nodes` is null if `revision` is already stored. */
export interface DesiredAnswer {
  executorId: string;
  revision: number;
  nodes: readonly DesiredNode[] | null;
  /** Default: none. */
  unsupportedNodes?: readonly UnsupportedNode[];
}

const unknownRevision = 0;

/** The last valid desired state, on disk. Absence never means deletion: a missing node becomes orphaned. */
export class DesiredState {
  readonly #database: Store;
  readonly #installation: Installation;
  readonly #now: () => number;
  readonly #entries: Map<string, DesiredEntry>;
  #unsupported: Map<string, StoredUnsupported>;

  constructor(database: Store, installation: Installation, now: () => number = Date.now) {
    this.#database = database;
    this.#installation = installation;
    this.#now = now;
    const stored = readEntries(database);
    this.#entries = new Map(
      stored.filter(({ node }) => unsupportedInStore(node) === null).map((entry) => [entry.node.id, entry]),
    );
    const at = this.#at();
    this.#unsupported = new Map(
      [
        ...stored.flatMap(({ node, orphaned }) => (orphaned ? [] : storedUnsupported(node, at))),
        ...installation.unsupportedNodes,
      ].map((node) => [node.id, node]),
    );
  }

  all(): DesiredEntry[] {
    return [...this.#entries.values()];
  }

  /**
   * The listed nodes that are not fully understood. Those with an entry keep its configuration; the others are left
   * untouched.
   */
  get unsupported(): StoredUnsupported[] {
    return [...this.#unsupported.values()];
  }

  unsupportedOf(nodeId: string): StoredUnsupported | undefined {
    return this.#unsupported.get(nodeId);
  }

  /** The revision for the next heartbeat; undefined if the whole state is needed. */
  get revision(): number | undefined {
    return this.#installation.revision;
  }

  get(nodeId: string): DesiredEntry | undefined {
    return this.#entries.get(nodeId);
  }

  /** By name or id; a name may look like another node's id. */
  find(nameOrId: string): DesiredEntry | undefined {
    return this.#entries.get(nameOrId) ?? this.all().find(({ node }) => node.name === nameOrId);
  }

  /** Accepts an answer as a whole or not at all, and returns the ids of the changed nodes. Throws RefusedAnswer. */
  accept(answer: DesiredAnswer): string[] {
    this.#refuseInvalid(answer);
    const installation = this.#installation;
    const isKnown = answer.nodes === null || answer.revision === installation.revision;
    if (isKnown && installation.executorId === answer.executorId) return [];
    // Another executor's revision does not cover this one's nodes: without a list, the next heartbeat requests it.
    const revision = answer.nodes === null ? unknownRevision : answer.revision;
    const { nodes, unsupportedNodes = [] } = answer;
    const changes = nodes === null ? [] : changedEntries(this.#entries, nodes, unsupportedNodes);
    const left = nodes === null ? this.#unsupported : leftAsTheyAre(unsupportedNodes, this.#unsupported, this.#at());
    this.#database.transaction(() => {
      for (const entry of changes) writeEntry(this.#database, entry);
      installation.unsupportedNodes = [...left.values()];
      installation.executorId = answer.executorId;
      installation.revision = revision;
    });
    for (const entry of changes) this.#entries.set(entry.node.id, entry);
    this.#unsupported = left;
    return changes.map(({ node }) => node.id);
  }

  /** Forgets a node that was deleted here and is no longer listed by the control plane. */
  forget(nodeId: string): void {
    const installation = this.#installation;
    const database = this.#database;
    database.transaction(() => {
      if (this.#entries.get(nodeId)?.node.dataPolicy === 'keep')
        installation.keptNodes = [...installation.keptNodes, nodeId];
      database.prepare('DELETE FROM desired_node WHERE node_id = ?').run(nodeId);
      database.prepare('DELETE FROM node_memory WHERE node_id = ?').run(nodeId);
    });
    this.#entries.delete(nodeId);
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }

  #refuseInvalid(answer: DesiredAnswer): void {
    const { executorId, revision } = this.#installation;
    const hasNodes = this.#entries.size + this.#unsupported.size > 0;
    if (executorId !== undefined && executorId !== answer.executorId && hasNodes) {
      throw new RefusedAnswer(
        `the control plane answered for executor ${answer.executorId}, but the nodes on this host belong to executor ${executorId}; ` +
          'to switch, delete the nodes first or start the agent with another data directory',
      );
    }
    if (executorId === answer.executorId && revision !== undefined && answer.revision < revision) {
      throw new RefusedAnswer(
        `the control plane answered with revision ${answer.revision}, which is older than ${revision}`,
      );
    }
    if (answer.nodes === null && answer.revision !== revision) {
      throw new RefusedAnswer(`the control plane sent revision ${answer.revision} without its nodes`);
    }
    refuseInvalidIds([...(answer.nodes ?? []), ...(answer.unsupportedNodes ?? [])].map((node) => node.id));
  }
}

/** An id is part of names on the host. */
function refuseInvalidIds(ids: readonly string[]): void {
  const invalidId = ids.find((id) => !/^[A-Za-z0-9-]{1,64}$/.test(id));
  if (invalidId !== undefined)
    throw new RefusedAnswer(`the control plane sent an invalid node id: ${JSON.stringify(invalidId)}`);
  if (new Set(ids).size !== ids.length) throw new RefusedAnswer('the control plane sent a node twice');
}

/** Returns the entries that change when `nodes` becomes the whole list: unlisted ones become orphaned. */
function changedEntries(
  entries: ReadonlyMap<string, DesiredEntry>,
  supported: readonly DesiredNode[],
  unsupported: readonly UnsupportedNode[],
): DesiredEntry[] {
  const listed = new Set([...supported, ...unsupported].map((node) => node.id));
  const nodes = [...supported, ...unsupported.flatMap((node) => asBefore(node, entries.get(node.id)?.node))];
  const unlisted = [...entries.values()]
    .filter(({ node, orphaned }) => !orphaned && !listed.has(node.id))
    .map(({ node }) => ({ node, orphaned: true }));
  const changed = nodes
    .filter((node) => {
      const entry = entries.get(node.id);
      return entry === undefined || entry.orphaned || JSON.stringify(entry.node) !== JSON.stringify(node);
    })
    .map((node) => ({ node, orphaned: false }));
  return [...unlisted, ...changed];
}

/** An unsupported node keeps its last configuration; it can still be started, stopped and deleted. */
const asBefore = ({ name, lifecycle }: UnsupportedNode, before: DesiredNode | undefined): DesiredNode[] =>
  before === undefined ? [] : [{ ...before, name, ...lifecycle }];

function leftAsTheyAre(
  nodes: readonly UnsupportedNode[],
  before: ReadonlyMap<string, StoredUnsupported>,
  now: string,
): Map<string, StoredUnsupported> {
  return new Map(
    nodes.map(({ id, name, unsupported }) => {
      const known = before.get(id);
      return [id, { id, name, unsupported, since: known?.unsupported === unsupported ? known.since : now }];
    }),
  );
}

/** An older agent after a rollback finds the nodes of the later one in its store. */
function storedUnsupported(node: DesiredNode, now: string): StoredUnsupported[] {
  const unsupported = unsupportedInStore(node);
  const { id, name } = node;
  return unsupported === null ? [] : [{ id, name, unsupported, since: now }];
}

/** The column of orphaned nodes is called `vanished` on disk, as in the first version of the store. */
function readEntries(database: Store): DesiredEntry[] {
  const rows = database.prepare('SELECT document, vanished AS orphaned FROM desired_node').all();
  return rows.map((row) => ({
    node: JSON.parse(String(row['document'])) as DesiredNode,
    orphaned: row['orphaned'] === 1,
  }));
}

function writeEntry(database: Store, { node, orphaned }: DesiredEntry): void {
  database
    .prepare(
      `INSERT INTO desired_node (node_id, document, vanished) VALUES (?, ?, ?)
       ON CONFLICT (node_id) DO UPDATE SET document = excluded.document, vanished = excluded.vanished`,
    )
    .run(node.id, JSON.stringify(node), orphaned ? 1 : 0);
}

/** A heartbeat's answer that contradicts the agent's state. It is dropped; the last valid desired state stands. */
export class RefusedAnswer extends Error {
  override name = 'RefusedAnswer';
}
