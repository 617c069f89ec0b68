import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { describeMissingMount, findMissingMount, type MountTables } from '../host/missing-mount.ts';
import { refused } from '../runtime/runtime-error.ts';
import { requireRoot } from './data-roots.ts';
import { createVolume, findVolumes, type NodeVolume } from './engine/volumes.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';

/** Creates or finds the volume of a node in a data root. */
export async function makeDataVolume(
  { id, name }: Pick<DesiredNode, 'id' | 'name'>,
  dataRoot: string,
  { client, executorId, settings, mounts }: ExecutorOnEngine & { mounts?: MountTables | undefined },
): Promise<NodeVolume> {
  const root = requireRoot(settings, dataRoot);
  const directory = root === undefined ? null : join(root, id);
  if (directory !== null) {
    await requireMounted(dirname(directory), mounts);
    await mkdir(directory, { recursive: true });
    // The daemon's user must be able to reach its folder inside, whatever the agent's umask.
    await chmod(directory, 0o711);
  }
  await createVolume(client, { executorId, nodeId: id, nodeName: name, directory, dataRoot });
  // The engine returns any existing volume of that name, and after its own restart without the labels.
  const { ours } = await findVolumes(client, executorId, id);
  const made = ours.find((volume) => volume.dataRoot === dataRoot);
  if (made !== undefined) return made;
  throw refused(`a foreign volume with this node’s volume name exists; remove it`);
}

/** Throws RuntimeError for a data root that this process cannot see, and for one whose disk is not mounted. */
export async function requireMounted(dataRoot: string, mounts?: MountTables): Promise<void> {
  requireVisible(dataRoot);
  const missing = await findMissingMount(dataRoot, mounts);
  if (missing !== null) throw refused(describeMissingMount(dataRoot, missing));
}

/** An agent in a container sees only what is mounted there, while the engine uses the host's directory of that path. */
export function requireVisible(dataRoot: string): void {
  if (existsSync(dataRoot)) return;
  throw refused(
    `the agent cannot see the chain data directory ${dataRoot}; mount its disk, create it, or mount it into the agent’s container under the same path`,
  );
}
