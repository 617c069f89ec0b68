import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { labels } from '../../src/agent/docker/engine/labels.ts';
import type { TestAgent } from '../harness/agent.ts';
import type { Installation } from './installation.ts';

interface ObservedContainer {
  container: string;
  startedAt: string;
  running: boolean;
}

/** The container of each node, by the node's id. */
export async function observeEngine({ agent }: Installation): Promise<Record<string, ObservedContainer>> {
  const containers = await agent.containers();
  return Object.fromEntries(
    containers.map(({ Id, Config, State }) => [
      Config.Labels[labels.node],
      { container: Id, startedAt: State.StartedAt, running: State.Running },
    ]),
  );
}

/** Everything requested by an operator, and the endpoints of each node. */
async function observeNodes({ controlPlane }: Installation) {
  const { nodes, nodeRpcCredentials } = await controlPlane.ask(`{
    nodes { id name network client clientVersion nodeType desiredState revision overrides { key value }
      resources { cpuCores memoryMiB diskGiB } status { endpoint { host rpcPort p2pPort } } }
    nodeRpcCredentials { user password } }`);
  return { nodes, nodeRpcCredentials };
}

export async function observeOrphans({ controlPlane }: Installation): Promise<object[]> {
  const { executors } = await controlPlane.ask('{ executors { orphans { nodeId name containerId } } }');
  return executors[0].orphans;
}

/** What no upgrade may change. */
export async function observe(installation: Installation) {
  return {
    containers: await observeEngine(installation),
    desired: await observeNodes(installation),
    orphans: await observeOrphans(installation),
  };
}

/** The ids of all events and samples of the control plane. */
export async function eventIds({ controlPlane }: Installation): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of [null, 'node.sample']) {
    const { events } = await controlPlane.ask(
      'query($kind: String) { events(filter: { take: 500, kind: $kind }) { nodes { id } } }',
      { kind },
    );
    ids.push(...events.nodes.map(({ id }: { id: string }) => id));
  }
  return ids;
}

export interface StoredIntent {
  nodeId: string;
  eventId: string;
}

/** The pending work of a stopped agent: the ids of the events to send, and its unfinished steps. */
export function readStore({ dataDir }: TestAgent): { unsentIds: string[]; intents: StoredIntent[]; version: number } {
  using store = new DatabaseSync(join(dataDir, 'agent.db'), { readOnly: true });
  // Without samples, which are no events in the current release.
  const unsent = store.prepare('SELECT id FROM outbox WHERE sample = 0 ORDER BY sequence').all();
  const intents = store.prepare('SELECT node_id, event_id FROM step_intent').all();
  return {
    unsentIds: unsent.map((row) => String(row['id'])),
    intents: intents.map((row) => ({ nodeId: String(row['node_id']), eventId: String(row['event_id']) })),
    version: Number(store.prepare('PRAGMA user_version').get()?.['user_version']),
  };
}
