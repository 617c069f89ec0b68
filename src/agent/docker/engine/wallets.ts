import { posix } from 'node:path';
import { type Network, networkFacts, networks } from '../../../bitcoin/network.ts';
import { allWallets } from '../../../contract/named-wallets.ts';
import { ConfinedFolder, UnsafeEntry } from '../../../storage/confined/confined-folder.ts';
import { walk } from '../../../storage/confined/walk.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { ContainerOwner } from './create-container.ts';
import { withDataReader } from './data-reader.ts';
import type { EngineClient } from './engine-client.ts';
import { dataFolder, paths } from './paths.ts';
import { folderExists, pathExists, readArchive, readStart } from './read-file.ts';

/** The file that marks a directory as a wallet for bitcoind (src/wallet/walletutil.cpp). */
const walletFile = 'wallet.dat';

/** Wallets are streamed through to read their names; a large one takes a while. */
const timeoutSeconds = 600;

/** More than all wallets of a node have: of a sparse file, which costs a daemon nothing, the engine sends every byte. */
const maxSearchedBytes = 64 * 1024 ** 3;

/** More than people name one by one. A daemon can make any number of them, with paths of 4,096 bytes. */
const maxFound = 1000;

/** A search ended without a result: what the daemon left is too much for it, or the engine cannot read it. */
const unsearchable = 'unsearchable';

/** Lists the folders with a wallet below a path of a container, also of one that never started; sorted. */
async function walletsBelow(client: EngineClient, containerId: string, path: string) {
  const search = readArchive(client, { containerId, path, timeoutSeconds }, async (entries) => {
    const names: string[] = [];
    let bytes = 0;
    for await (const entry of entries) {
      const name = walletName(entry.header.name);
      if (entry.header.type === 'file' && name !== null) names.push(name);
      bytes += entry.header.size ?? 0;
      if (bytes > maxSearchedBytes || names.length > maxFound) return unsearchable;
      entry.resume();
    }
    return names.toSorted();
  });
  return (await search.catch(ifUnsearchable)) ?? [];
}

/** An engine fails for loops of links, for files in place of folders, and with whatever else a daemon can think of. */
function ifUnsearchable(error: unknown): typeof unsearchable {
  if (error instanceof RuntimeError && (error.fault === 'refused' || error.fault === 'timeout')) return unsearchable;
  throw error;
}

/**
 * Lists the wallets in the data directory of a container, loaded or not. The default wallet's name is empty. A folder that
 * cannot be searched counts as a wallet, with its path as name: nothing is removed unless somebody names it.
 */
export async function listWallets(client: EngineClient, containerId: string, network: Network): Promise<string[]> {
  const folder = `${paths.dataDir}/${networkFacts(network).folder}wallets`;
  const isFolder = await isNestedFolder(client, containerId, folder).catch(ifUnsearchable);
  if (isFolder === false) return [];
  const found = isFolder === unsearchable ? unsearchable : await walletsBelow(client, containerId, folder);
  return found === unsearchable ? [folder] : found;
}

/** Returns whether a path in the data directory is a folder that no link leads to. */
async function isNestedFolder(client: EngineClient, containerId: string, path: string): Promise<boolean> {
  const names = posix.relative(paths.dataDir, path).split('/');
  for (const depth of names.keys()) {
    const folder = posix.join(paths.dataDir, ...names.slice(0, depth + 1));
    if (!(await folderExists(client, containerId, folder))) return false;
  }
  return true;
}

/** Berkeley DB's magic number at byte 12, in both byte orders (IsBDBFile in src/wallet/db.cpp of Bitcoin Core). */
const berkeleyDb = ['62310500', '00053162'];

/** Returns the wallets of the legacy (Berkeley DB) format among those of a container's data directory. */
export async function legacyWallets(
  client: EngineClient,
  containerId: string,
  { network, names }: { network: Network; names: readonly string[] },
): Promise<string[]> {
  const data = `${paths.dataDir}/${networkFacts(network).folder}`;
  // Without this folder, bitcoind keeps its wallets in the directory itself.
  const folder = (await pathExists(client, containerId, `${data}wallets`)) ? `${data}wallets` : data;
  const startOf = (path: string) => readStart(client, containerId, path, 16);
  const isLegacy = async (name: string): Promise<boolean> => {
    // The backup of a migrated wallet.
    if (name.endsWith('.legacy.bak')) return false;
    const path = posix.resolve(folder, name);
    // Old wallets are single files. The engine fails for a path below a file.
    const start = (await startOf(path)) ?? (await startOf(posix.join(path, walletFile)));
    return start !== null && berkeleyDb.includes(start.toString('hex', 12));
  };
  const found = await Array.fromAsync(names, async (name) => ((await isLegacy(name)) ? [name] : []));
  return found.flat();
}

/** Returns the wallet of a file in an archive of the directory `wallets`; null for any other file. */
function walletName(entry: string): string | null {
  const [, ...path] = entry.split('/');
  return path.at(-1) === walletFile ? path.slice(0, -1).join('/') : null;
}

export async function listAllWallets(client: EngineClient, containerId: string): Promise<string[]> {
  const found = await Array.fromAsync(networks, (network) => listWallets(client, containerId, network));
  return found.flat().toSorted();
}

const foldersOf = (names: readonly string[]): string[] =>
  networks.flatMap((network) => names.map((name) => `${networkFacts(network).folder}${name}`));

/** The folders whose wallets are listed by name. */
const listed: ReadonlySet<string> = new Set(foldersOf(['wallets']));

/** Folders of hundreds of gigabytes, of which the engine would send every byte. */
const large: readonly string[] = foldersOf(['blocks', 'chainstate', 'indexes']);

/**
 * Lists the wallets in a node's directory on this host: those of its wallets folders by name, and all others by their
 * paths in its container; `/satrap/node` with more than a thousand. Null if this process cannot see everything: with a rootless engine, an agent without root sees
 * the volumes but not the daemon's files. The daemon may have put anything there: a link leads to no wallet of the node,
 * and it cannot open what lies deeper than a path may be long.
 */
export async function walletsOfFolder(directory: string): Promise<string[] | null> {
  const found: string[] = [];
  const isFull = () => found.length >= maxFound;
  try {
    await using volume = await ConfinedFolder.openRoot(directory);
    await using data = await volume.folder(dataFolder);
    await walk(data, {
      tooDeep: 'skip',
      visit: ({ path, name, stats }) => {
        const isWallet = stats.isFile() && name.toString('latin1') === walletFile;
        if (isWallet && !isFull()) found.push(walletAt(posix.dirname(shown(path))));
        // The rest makes no difference.
        return isFull() ? false : undefined;
      },
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'EACCES') return null;
    // A link in place of the data leads to no wallet of the node.
    if (error instanceof UnsafeEntry) return [];
    throw error;
  }
  return [...found, ...(isFull() ? [allWallets] : [])].toSorted();
}

const shown = (path: Buffer): string => path.toString('utf8');

/** Returns the name of the wallet in a folder of the data directory, or its path in the container outside of `wallets`. */
function walletAt(folder: string): string {
  for (const parent of listed) {
    if (folder === parent) return '';
    if (folder.startsWith(`${parent}/`)) return folder.slice(parent.length + 1);
  }
  return posix.join(paths.dataDir, folder);
}

/**
 * Lists the same for a volume that this process cannot see and no daemon has open: through a container that is never
 * started, with blocks, chainstate and indexes hidden from Docker. Wallets within these are not found there. `/satrap/node` if the engine
 * cannot search it.
 */
export async function strayWalletsOfVolume(
  client: EngineClient,
  owner: ContainerOwner,
  place: { nodeId: string; image: string; dataRoot: string },
): Promise<string[]> {
  const hidden: string[] = [];
  await withDataReader(client, owner, place, async (probe) => {
    for (const folder of [...large, ...listed].map((name) => `${paths.dataDir}/${name}`))
      if ((await isNestedFolder(client, probe, folder).catch(ifUnsearchable)) === true) hidden.push(folder);
  });
  const found = await withDataReader(client, owner, { ...place, hidden }, (reader) =>
    walletsBelow(client, reader, paths.dataDir),
  );
  if (found === unsearchable) return [allWallets];
  const isListed = (folder: string) =>
    [...listed].some((parent) => folder === parent || folder.startsWith(`${parent}/`));
  // Podman hides nothing of a container that does not run.
  return found.filter((folder) => !isListed(folder)).map((folder) => posix.join(paths.dataDir, folder));
}
