import type { Orphan } from '../runtime/runtime.ts';
import { nodesWithContainers } from './engine/containers.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { nodesWithVolumes } from './engine/volumes.ts';

/** The containers and volumes of this executor for nodes other than `desired`, in the order of node ids. Throws RuntimeError. */
export async function findOrphans(
  client: EngineClient,
  executorId: string,
  desired: ReadonlySet<string>,
): Promise<Orphan[]> {
  const [containers, volumes] = await Promise.all([
    nodesWithContainers(client, executorId),
    nodesWithVolumes(client, executorId),
  ]);
  const orphans = new Map<string, Orphan>();
  for (const { nodeId, name } of volumes) orphans.set(nodeId, { nodeId, name, containerId: null });
  for (const { nodeId, name, containerId } of containers) orphans.set(nodeId, { nodeId, name, containerId });
  return [...orphans.values()]
    .filter(({ nodeId }) => !desired.has(nodeId))
    .toSorted((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
}
