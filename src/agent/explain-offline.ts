import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DesiredState } from './desired/desired-state.ts';
import { imageOf } from './desired/host-offer.ts';
import { DockerClient } from './docker/engine/engine-client.ts';
import { resolveImage } from './docker/image-pins.ts';
import { observeNode } from './docker/observe.ts';
import { situationOf } from './docker/snapshot.ts';
import { loadMemory } from './node/node-record.ts';
import { explainSituation } from './reconcile/explain.ts';
import type { NodeExplanation } from './reconcile/explanation.ts';
import { openStore } from './store/database.ts';
import { readHostSettings } from './store/host-settings.ts';
import { Installation } from './store/installation.ts';

/**
 * What a running agent would say of a node, from its store and the engine, while none runs. Undefined when this data directory knows no such
 * node. Throws EngineError when the engine does not answer.
 */
export async function explainOffline(dataDir: string, wanted: string): Promise<NodeExplanation | undefined> {
  if (!existsSync(join(dataDir, 'agent.db'))) return undefined;
  const database = openStore(dataDir);
  try {
    const host = readHostSettings(database);
    const installation = new Installation(database);
    const { executorId, instanceId } = installation;
    const held = new DesiredState(database, installation)
      .all()
      .find(({ node }) => node.id === wanted || node.name === wanted);
    const memory = held === undefined ? undefined : loadMemory(database, held.node.id);
    if (held === undefined || memory === undefined || host === undefined || executorId === undefined) return undefined;
    const client = new DockerClient(host.dockerSocket);
    const reference = imageOf(host, held.node.clientVersion);
    const [observed, image] = await Promise.all([
      observeNode({ client, executorId, dataRoot: host.dataRoot }, held.node.id),
      reference === undefined ? { pin: null, present: false, fetch: '' } : resolveImage(client, database, reference),
    ]);
    const explanation = explainSituation(
      held,
      situationOf(held.node, observed, image, memory, host, { instanceId, isAccepted: false }),
      memory,
    );
    return { ...explanation, waitingFor: 'an agent: none runs with this data directory' };
  } finally {
    database.close();
  }
}
