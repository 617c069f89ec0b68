import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { networkFacts, networks } from '../../../bitcoin/network.ts';
import type { ContainerOwner } from './create-container.ts';
import { withDataReader } from './data-reader.ts';
import type { EngineClient } from './engine-client.ts';
import { dataFolder, paths } from './paths.ts';
import { pathExists } from './read-file.ts';
import { walletFile, walletsBelow } from './wallets.ts';

const foldersOf = (names: readonly string[]): string[] =>
  networks.flatMap((network) => names.map((name) => `${networkFacts(network).folder}${name}`));

/** The folders whose wallets are listed by name. */
const listed: ReadonlySet<string> = new Set(foldersOf(['wallets']));

/** Folders of hundreds of gigabytes, of which the engine would send every byte. */
const large: readonly string[] = foldersOf(['blocks', 'chainstate', 'indexes']);

/**
 * Lists the wallets in a node's directory on this host outside its wallets folder, by their paths in its container.
 * Null if this process cannot see everything: with a rootless engine, an agent without root sees the volumes but not
 * the daemon's files.
 */
export async function strayWallets(directory: string): Promise<string[] | null> {
  const found: string[] = [];
  const look = async (folder: string): Promise<void> => {
    for (const entry of await entriesOf(join(directory, dataFolder, folder), { mayBeAbsent: folder === '' })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !listed.has(path)) await look(path);
      if (entry.isFile() && entry.name === walletFile) found.push(join(paths.dataDir, folder));
    }
  };
  try {
    await look('');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw error;
  }
  return found.toSorted();
}

const entriesOf = (folder: string, { mayBeAbsent }: { mayBeAbsent: boolean }): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && mayBeAbsent) return [];
    throw error;
  });

/**
 * Lists the same for a volume that this process cannot see and no daemon has open: through a container that is never
 * started, with blocks, chainstate and indexes hidden. Wallets within these are not found. Throws RuntimeError.
 */
export async function strayWalletsOfVolume(
  client: EngineClient,
  owner: Pick<ContainerOwner, 'executorId' | 'instanceId'>,
  place: { nodeId: string; image: string; dataRoot: string },
): Promise<string[]> {
  const hidden: string[] = [];
  await withDataReader(client, owner, place, async (probe) => {
    for (const folder of [...large, ...listed].map((name) => `${paths.dataDir}/${name}`))
      if (await pathExists(client, probe, folder)) hidden.push(folder);
  });
  const found = await withDataReader(client, owner, { ...place, hidden }, (reader) =>
    walletsBelow(client, reader, paths.dataDir),
  );
  return found.map((folder) => join(paths.dataDir, folder)).toSorted();
}
