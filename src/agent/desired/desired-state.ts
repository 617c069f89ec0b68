import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../store/database.ts';
import type { Identity } from '../store/identity.ts';
import type { DesiredNode, HeldNode } from './desired-entry.ts';
import { RefusedAnswer } from './refused-answer.ts';

/** The part of an answer to a heartbeat that says what is wanted. `nodes` is null when `revision` is the one already held. */
export interface DesiredAnswer {
  executorId: string;
  revision: number;
  nodes: readonly DesiredNode[] | null;
}

/** No control plane has it: its first one is 1. */
const unknownRevision = 0;

/**
 * The last good desired state, kept on disk: it stands while the control plane is gone, and across a reboot.
 * A node that an answer leaves out is only marked as vanished. Nothing here ever turns absence into deletion.
 */
export class DesiredState {
  readonly #database: DatabaseSync;
  readonly #identity: Identity;
  readonly #held = new Map<string, HeldNode>();

  constructor(database: DatabaseSync, identity: Identity) {
    this.#database = database;
    this.#identity = identity;
    for (const row of database.prepare('SELECT node_id, document, vanished FROM desired_node').all()) {
      this.#held.set(String(row['node_id']), {
        node: JSON.parse(String(row['document'])) as DesiredNode,
        vanished: row['vanished'] === 1,
      });
    }
  }

  get(nodeId: string): HeldNode | undefined {
    return this.#held.get(nodeId);
  }

  all(): HeldNode[] {
    return [...this.#held.values()];
  }

  /** Takes an answer as a whole or not at all, and returns the ids of the nodes that it changed. Throws RefusedAnswer. */
  accept(answer: DesiredAnswer): string[] {
    this.#refuseStrange(answer);
    if (this.#identity.executorId === answer.executorId) {
      if (answer.nodes === null || answer.revision === this.#identity.revision) return [];
    }
    // Another executor's revision says nothing of this one's nodes: without a list the next heartbeat asks for it.
    if (answer.nodes === null) {
      transaction(this.#database, () => {
        this.#identity.executorId = answer.executorId;
        this.#identity.revision = unknownRevision;
      });
      return [];
    }
    const changes = this.#changes(answer.nodes);
    transaction(this.#database, () => {
      for (const held of changes) this.#write(held);
      this.#identity.executorId = answer.executorId;
      this.#identity.revision = answer.revision;
    });
    for (const held of changes) this.#held.set(held.node.id, held);
    return changes.map(({ node }) => node.id);
  }

  /** Drops a node that was deleted here and that the control plane no longer names. */
  forget(nodeId: string): void {
    transaction(this.#database, () => {
      this.#database.prepare('DELETE FROM desired_node WHERE node_id = ?').run(nodeId);
      this.#database.prepare('DELETE FROM node_memory WHERE node_id = ?').run(nodeId);
    });
    this.#held.delete(nodeId);
  }

  #refuseStrange(answer: DesiredAnswer): void {
    const ours = this.#identity.executorId;
    if (ours !== undefined && ours !== answer.executorId && this.#held.size > 0) {
      throw new RefusedAnswer(
        `the control plane answers as if this were executor ${answer.executorId}, but the nodes here belong to executor ${ours}; ` +
          'if that is meant, delete the nodes first or start the agent with another data directory',
      );
    }
    const known = this.#identity.revision;
    if (ours === answer.executorId && known !== undefined && answer.revision < known) {
      throw new RefusedAnswer(
        `the control plane answers with revision ${answer.revision}, which is older than ${known}`,
      );
    }
    if (answer.nodes === null && answer.revision !== known) {
      throw new RefusedAnswer(`the control plane names revision ${answer.revision} without saying what it is`);
    }
    const ids = answer.nodes?.map((node) => node.id) ?? [];
    const bad = ids.find((id) => !/^[A-Za-z0-9-]{1,64}$/.test(id));
    if (bad !== undefined)
      throw new RefusedAnswer(`the control plane names a node ${JSON.stringify(bad)}, which is no id`);
    if (new Set(ids).size !== ids.length) throw new RefusedAnswer('the control plane names a node twice');
  }

  #changes(nodes: readonly DesiredNode[]): HeldNode[] {
    const named = new Set(nodes.map((node) => node.id));
    const missing = this.all()
      .filter(({ node, vanished }) => !vanished && !named.has(node.id))
      .map(({ node }) => ({ node, vanished: true }));
    const given = nodes
      .filter((node) => {
        const held = this.#held.get(node.id);
        return held === undefined || held.vanished || JSON.stringify(held.node) !== JSON.stringify(node);
      })
      .map((node) => ({ node, vanished: false }));
    return [...missing, ...given];
  }

  #write({ node, vanished }: HeldNode): void {
    this.#database
      .prepare(
        `INSERT INTO desired_node (node_id, document, vanished) VALUES (?, ?, ?)
         ON CONFLICT (node_id) DO UPDATE SET document = excluded.document, vanished = excluded.vanished`,
      )
      .run(node.id, JSON.stringify(node), vanished ? 1 : 0);
  }
}
