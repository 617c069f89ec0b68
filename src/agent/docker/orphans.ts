import type { OrphanedNodeInput } from '../../contract/types.generated.ts';
import { nodesWithContainers } from './engine/containers.ts';
import type { DockerClient } from './engine/engine-client.ts';
import { nodesWithVolumes } from './engine/volumes.ts';

/** What is ours on this host and belongs to no wanted node, in the order of node ids. Throws EngineError. */
export async function findOrphans(
  client: DockerClient,
  executorId: string,
  wanted: ReadonlySet<string>,
): Promise<OrphanedNodeInput[]> {
  const [containers, volumes] = await Promise.all([
    nodesWithContainers(client, executorId),
    nodesWithVolumes(client, executorId),
  ]);
  const found = new Map<string, OrphanedNodeInput>();
  for (const { nodeId, name } of volumes) found.set(nodeId, { nodeId, name, containerId: null });
  for (const { nodeId, name, containerId } of containers) found.set(nodeId, { nodeId, name, containerId });
  return [...found.values()]
    .filter(({ nodeId }) => !wanted.has(nodeId))
    .toSorted((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
}
