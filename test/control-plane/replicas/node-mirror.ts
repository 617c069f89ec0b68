import { setTimeout as delay } from 'node:timers/promises';
import { EventStream } from '../../harness/event-stream.ts';
import type { BalancedClient } from './balanced-client.ts';

const query = 'subscription { changes(types: [node]) { type id revision } }';
const openAgainAfterMs = 50;

/** The nodes of a client that follows `changes`: it fetches all on a resync, and otherwise trusts each change. */
export class NodeMirror {
  readonly revisions = new Map<string, number>();
  readonly #client: BalancedClient;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;

  /** Starts with one of the replicas, and switches to the next whenever a stream ends. */
  constructor(client: BalancedClient, first: number) {
    this.#client = client;
    this.#ended = this.#run(first);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #run(first: number): Promise<void> {
    const { signal } = this.#stopping;
    const { replicas } = this.#client;
    for (let turn = first; !signal.aborted; turn++) {
      const url = replicas[turn % replicas.length]?.url ?? '';
      // A broken stream counts as ended.
      await this.#follow(url).catch(() => undefined);
      await delay(openAgainAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #follow(url: string): Promise<void> {
    const { signal } = this.#stopping;
    const stream = await EventStream.open(url, this.#client.personalKey, query);
    try {
      for (let read = 0; !signal.aborted && (stream.isOpen || read < stream.messages.length); ) {
        const message = stream.messages[read];
        if (message === undefined) await delay(20, undefined, { signal }).catch(() => undefined);
        else read++;
        for (const { type, id, revision } of message?.data?.changes ?? []) {
          if (type === 'resync') await this.#fetchAll();
          else if (id !== null && revision !== null) this.#learn(id, revision);
        }
      }
    } finally {
      stream.leave();
    }
  }

  async #fetchAll(): Promise<void> {
    const { data, errors } = await this.#client.call('{ nodes(take: 500) { id revision } }');
    // If the fetch fails, the client reopens the stream, which starts with a resync.
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    for (const { id, revision } of data.nodes) this.#learn(id, revision);
  }

  #learn(id: string, revision: number): void {
    this.revisions.set(id, Math.max(revision, this.revisions.get(id) ?? 0));
  }
}
