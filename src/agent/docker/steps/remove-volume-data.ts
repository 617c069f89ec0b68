import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import { ConfinedFolder, UnsafeEntry } from '../../../storage/confined/confined-folder.ts';
import { removeTree } from '../../../storage/confined/remove-tree.ts';
import { refused } from '../../runtime/runtime-error.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { type NodeVolume, removeVolume } from '../engine/volumes.ts';
import { requireVisible } from '../make-volume.ts';

/** Removes a volume with its data: empties the operator's directory first and removes the volume last, so that an interrupted removal is repeated. */
export async function removeVolumeData(
  nodeId: string,
  { directory, dataRoot }: Pick<NodeVolume, 'directory' | 'dataRoot'>,
  { client }: { client: EngineClient },
): Promise<void> {
  if (directory !== null) await removeDirectory(nodeId, directory);
  await removeVolume(client, nodeId, dataRoot);
}

/** Removes a node's directory in a data root. Throws RuntimeError for one that the agent did not create. */
export async function removeDirectory(nodeId: string, directory: string): Promise<void> {
  if (!isAbsolute(directory) || basename(directory) !== nodeId) {
    throw refused(`the node’s volume is at ${directory}, which the agent did not create; remove it manually`);
  }
  requireVisible(dirname(directory));
  await using root = await ConfinedFolder.openRoot(await realpath(dirname(directory)));
  await removeTree(root, nodeId).catch((error: unknown) => {
    throw error instanceof UnsafeEntry ? refused(`cannot remove the data: ${error.message}`, { cause: error }) : error;
  });
}
