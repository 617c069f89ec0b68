import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestHost } from '../../harness/test-host.ts';

export interface SeenEvent {
  id: string;
  kind: string;
  data: { exitCode?: number } | null;
}

/** The agent's events on disk, compared to those of the control plane. Samples are no events. */
export class EventLedger {
  readonly #host: Pick<TestHost, 'agent' | 'controlPlane'>;
  /** Seen in the agent's outbox, and not yet at the control plane. */
  readonly #recorded = new Set<string>();
  readonly #arrived = new Set<string>();
  #cursor: string | null = null;

  constructor(host: Pick<TestHost, 'agent' | 'controlPlane'>) {
    this.#host = host;
  }

  /** Notes the agent's current events on disk. A store that cannot be read now is read the next time. */
  look(): void {
    try {
      using store = new DatabaseSync(join(this.#host.agent.dataDir, 'agent.db'), { readOnly: true });
      for (const { id } of store.prepare('SELECT id FROM outbox WHERE sample = 0').all())
        this.#recorded.add(String(id));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    }
  }

  /** Reads new arrivals, and compares. The agent must have sent everything. */
  async settle(): Promise<{ fresh: SeenEvent[]; lost: string[]; doubled: string[] }> {
    const fresh = await this.#readNew();
    const doubled = fresh.map(({ id }) => id).filter((id) => this.#arrived.has(id));
    for (const { id } of fresh) this.#arrived.add(id);
    const lost = [...this.#recorded].filter((id) => !this.#arrived.has(id));
    this.#recorded.clear();
    return { fresh, lost, doubled };
  }

  async #readNew(): Promise<SeenEvent[]> {
    const fresh: SeenEvent[] = [];
    const query = `query($cursor: String) { events(filter: { take: 500, direction: newer, cursor: $cursor }) {
      nodes { id kind data } pageInfo { endCursor } } }`;
    for (;;) {
      const { events } = await this.#host.controlPlane.ask(query, { cursor: this.#cursor });
      if (events.nodes.length === 0) return fresh;
      fresh.push(...events.nodes);
      this.#cursor = events.pageInfo.endCursor;
    }
  }
}
