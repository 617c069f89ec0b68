import { existsSync } from 'node:fs';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { ConfinedFolder, UnsafeEntry } from '../../../storage/confined/confined-folder.ts';
import { removeTree } from '../../../storage/confined/remove-tree.ts';
import { nullIfNotFound, refused } from '../../runtime/runtime-error.ts';
import type { ContainerOwner } from '../engine/create-container.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import {
  type CopyVolume,
  createCopyVolume,
  findCopyVolume,
  findRehearsals,
  rehearsalName,
  removeRehearsalContainer,
} from '../engine/rehearsal-objects.ts';
import type { NodeVolume } from '../engine/volumes.ts';
import { requireVisible } from '../make-volume.ts';

interface Owned extends ContainerOwner {
  client: EngineClient;
}

/**
 * Creates the volume for a copy of a node's data, beside the volume of the node: only files of one file system can share
 * blocks.
 */
export async function makeCopyVolume(
  { client, executorId, instanceId }: Owned,
  nodeId: string,
  source: Pick<NodeVolume, 'directory'>,
): Promise<CopyVolume> {
  const directory = copyDirectory(nodeId, source);
  if (directory !== null) {
    await mkdir(directory, { recursive: true });
    // The daemon's user must be able to reach its folder inside, whatever the agent's umask.
    await chmod(directory, 0o711);
  }
  return await createCopyVolume(client, { executorId, instanceId }, { nodeId, directory });
}

/** Null if the engine keeps the data. */
const copyDirectory = (nodeId: string, { directory }: Pick<NodeVolume, 'directory'>): string | null =>
  directory === null ? null : join(dirname(directory), rehearsalName(nodeId));

/**
 * Removes the container and the copy of a node's rehearsal, also a directory beside one of these volumes that no volume
 * of a copy uses yet. Safe to repeat. Throws RuntimeError.
 */
export async function removeRehearsal(
  { client, executorId }: Omit<Owned, 'instanceId'>,
  nodeId: string,
  volumes: readonly Pick<NodeVolume, 'directory'>[] = [],
): Promise<void> {
  await removeRehearsalContainer(client, { executorId }, nodeId);
  const volume = await findCopyVolume(client, { executorId }, nodeId);
  const unused = volumes.map((each) => copyDirectory(nodeId, each)).filter((path) => path !== null && existsSync(path));
  for (const directory of new Set([volume?.directory ?? null, ...unused]))
    if (directory !== null) await removeDirectory(directory, rehearsalName(nodeId));
  if (volume === null) return;
  await client
    .call(
      'remove the volume of the copy',
      (abortSignal) => client.docker.getVolume(volume.name).remove({ abortSignal }),
      { timeoutSeconds: 600 },
    )
    .catch(nullIfNotFound);
}

/** Removes a directory that `makeCopyVolume` made. The daemon may have put anything into it. */
async function removeDirectory(directory: string, name: string): Promise<void> {
  if (!isAbsolute(directory) || basename(directory) !== name)
    throw refused(`the volume ${name} is at ${directory}, which the agent did not create; remove it manually`);
  requireVisible(dirname(directory));
  await using root = await ConfinedFolder.openRoot(await realpath(dirname(directory)));
  await removeTree(root, name).catch((error: unknown) => {
    throw error instanceof UnsafeEntry ? refused(`cannot remove the copy: ${error.message}`, { cause: error }) : error;
  });
}

/** See NodeRuntime. */
export async function sweepRehearsals(
  owned: Owned,
  { isRehearsing, hasLease }: { isRehearsing(nodeId: string): boolean; hasLease: boolean },
): Promise<void> {
  const found = await findRehearsals(owned.client, owned);
  const left = found.filter(
    ({ nodeId, instanceId }) => (hasLease || instanceId === owned.instanceId) && !isRehearsing(nodeId),
  );
  for (const nodeId of new Set(left.map((each) => each.nodeId))) await removeRehearsal(owned, nodeId);
}
