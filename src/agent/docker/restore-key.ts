import { blockFileBytes, firstBlockBytes, isKey, keyBytes, lostKey } from '../../bitcoin/blocks-key.ts';
import { networkFacts } from '../../bitcoin/network.ts';
import type { ChainOfNode } from '../../bitcoin/network-name.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { type NodeFiles, startOfOldestBlocks } from './engine/node-files.ts';
import { dataFolder, paths } from './engine/paths.ts';
import { pathExists, readFile, readStart } from './engine/read-file.ts';
import { type DataMarker, putEntries } from './engine/volume-files.ts';

export interface BlocksKey {
  /** The key of the block files, to be recorded; null if they are not obfuscated or nobody knows it. */
  key: string | null;
  /** Whether it was lost and written back. */
  restored: boolean;
}

interface KeyOwner extends Pick<NodeFiles, 'user' | 'path'> {
  chain: ChainOfNode;
  marker: DataMarker | null;
}

/**
 * Ensures that a daemon which is about to start finds the key of its block files. Without it, it takes all blocks for
 * corrupted, and a reindex would download them again. Writes the file only if it is missing, or holds no key.
 */
export async function restoreBlocksKey(
  client: EngineClient,
  containerId: string,
  { chain, user, marker, path }: KeyOwner,
): Promise<BlocksKey> {
  const folder = `${networkFacts(chain.network).folder}blocks`;
  const pathOf = (name: string) => `${paths.dataDir}/${folder}/${name}`;
  const file = await readFile(client, containerId, pathOf('xor.dat'));
  if (file !== null && isKey(file)) return { key: file.toString('hex'), restored: false };
  // A link, a folder or a large file, which only a hostile daemon makes.
  if (file === null && (await pathExists(client, containerId, pathOf('xor.dat'))))
    return { key: null, restored: false };
  const [firstBlock, hasBlocks] = await Promise.all([
    readStart(client, containerId, pathOf('blk00000.dat'), firstBlockBytes),
    pathExists(client, containerId, pathOf('index')),
  ]);
  // On a pruned node, of which the engine can list no files.
  const oldestBlock =
    firstBlock === null && marker?.blocksKey !== undefined
      ? await startOfOldestBlocks({ client, containerId, user, path }, folder, blockFileBytes)
      : null;
  const recorded = marker?.blocksKey === undefined ? null : Buffer.from(marker.blocksKey, 'hex');
  const key = lostKey({ file, firstBlock, oldestBlock, hasBlocks, recorded }, chain);
  if (key === null) return { key: null, restored: false };
  const entry = { ...user, mtime: new Date(), mode: 0o600 };
  const name = `${dataFolder}/${folder}/xor.dat`;
  await putEntries(client, containerId, 'restore the key of the block files', [
    ...(file === null ? [] : [[{ ...entry, name: `${name}.damaged` }, file.subarray(0, keyBytes)] as const]),
    [{ ...entry, name }, key],
  ]);
  return { key: key.toString('hex'), restored: true };
}
