import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestHost } from '../../harness/test-host.ts';

interface SeenEvent {
  id: string;
  kind: string;
  data: { exitCode?: number } | null;
}

/** Compares the agent's events on disk, without samples, to those of the control plane. */
export function eventLedger({ agent, controlPlane }: Pick<TestHost, 'agent' | 'controlPlane'>) {
  /** Seen in the agent's outbox, and not yet at the control plane. */
  const recorded = new Set<string>();
  const arrived = new Set<string>();
  let cursor: string | null = null;
  const readNew = async (): Promise<SeenEvent[]> => {
    const query = `query($cursor: String) { events(filter: { take: 500, direction: newer, cursor: $cursor }) {
      nodes { id kind data } pageInfo { endCursor } } }`;
    const { events } = await controlPlane.ask(query, { cursor });
    if (events.nodes.length === 0) return [];
    cursor = events.pageInfo.endCursor;
    return [...events.nodes, ...(await readNew())];
  };
  return {
    /** Notes the agent's current events on disk. A store that cannot be read now is read the next time. */
    look: () => {
      try {
        using store = new DatabaseSync(join(agent.dataDir, 'agent.db'), { readOnly: true });
        for (const { id } of store.prepare('SELECT id FROM outbox WHERE sample = 0').all()) recorded.add(String(id));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
      }
    },
    /** Reads new arrivals, and compares. The agent must have sent everything. */
    settle: async () => {
      const fresh = await readNew();
      const doubled = fresh.map(({ id }) => id).filter((id) => arrived.has(id));
      for (const { id } of fresh) arrived.add(id);
      const lost = [...recorded].filter((id) => !arrived.has(id));
      recorded.clear();
      return { fresh, lost, doubled };
    },
  };
}
