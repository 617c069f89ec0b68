import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Network, networkFacts, networks } from '../../../bitcoin/network.ts';
import type { EngineClient } from './engine-client.ts';
import { dataFolder, paths } from './paths.ts';
import { readArchive } from './read-archive.ts';

/** The file that marks a directory as a wallet for bitcoind (src/wallet/walletutil.cpp). */
export const walletFile = 'wallet.dat';

/** Wallets are streamed through to read their names; a large one takes a while. */
const timeoutSeconds = 600;

/**
 * Lists the folders with a wallet below a path of a container, also of one that never started; sorted. Throws
 * RuntimeError.
 */
export async function walletsBelow(client: EngineClient, containerId: string, path: string): Promise<string[]> {
  const found = await readArchive(client, { containerId, path, timeoutSeconds }, async (entries) => {
    const names: string[] = [];
    for await (const entry of entries) {
      const name = walletName(entry.header.name);
      if (entry.header.type === 'file' && name !== null) names.push(name);
      entry.resume();
    }
    return names.toSorted();
  });
  return found ?? [];
}

/**
 * Lists the wallets in the data directory of a container, loaded or not. The default wallet's name is empty. Throws
 * RuntimeError.
 */
export const listWallets = (client: EngineClient, containerId: string, network: Network): Promise<string[]> =>
  walletsBelow(client, containerId, `${paths.dataDir}/${networkFacts(network).folder}wallets`);

/** Returns the wallet of a file in an archive of the directory `wallets`; null for any other file. */
export function walletName(entry: string): string | null {
  const [, ...path] = entry.split('/');
  return path.at(-1) === walletFile ? path.slice(0, -1).join('/') : null;
}

/** Lists the wallets of every network. Throws RuntimeError. */
export async function listAllWallets(client: EngineClient, containerId: string): Promise<string[]> {
  const found: string[] = [];
  for (const network of networks) found.push(...(await listWallets(client, containerId, network)));
  return found.toSorted();
}

/** Lists the wallets in a node's directory on this host, of every network. */
export async function walletsOfFolder(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const network of networks) {
    const folder = join(directory, dataFolder, networkFacts(network).folder, 'wallets');
    if (!existsSync(folder)) continue;
    for (const entry of await readdir(folder, { recursive: true })) {
      const name = walletName(`wallets/${entry}`);
      if (name !== null) found.push(name);
    }
  }
  return found.toSorted();
}
