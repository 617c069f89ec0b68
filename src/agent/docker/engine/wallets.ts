import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { type Network, networkFacts } from '../../../bitcoin/network.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { dataFolder, paths } from './paths.ts';

export const networks: readonly Network[] = ['mainnet', 'signet', 'regtest'];

/** The file by which bitcoind knows a directory as a wallet (src/wallet/walletutil.cpp). */
export const walletFile = 'wallet.dat';

/** Wallets are streamed through to read their names; a large one takes a while. */
const timeoutSeconds = 600;

/**
 * Lists the wallets in the data directory of a container, loaded or not, also of one that never started; sorted. The default wallet's name is
 * empty. Throws RuntimeError.
 */
export async function listWallets(client: EngineClient, containerId: string, network: Network): Promise<string[]> {
  const path = `${paths.dataDir}/${networkFacts(network).folder}wallets`;
  try {
    return await client.call(
      'list the wallets',
      async (abortSignal) => {
        const container = client.docker.getContainer(containerId);
        const archive = (await container.getArchive({ path, abortSignal })) as Readable;
        const entries = extract();
        archive.once('error', (error) => entries.destroy(error));
        archive.pipe(entries);
        const names: string[] = [];
        try {
          for await (const entry of entries) {
            const name = walletName(entry.header.name);
            if (entry.header.type === 'file' && name !== null) names.push(name);
            entry.resume();
          }
        } finally {
          archive.destroy();
        }
        return names.toSorted();
      },
      { timeoutSeconds },
    );
  } catch (error) {
    if (error instanceof RuntimeError && error.fault === 'not-found') return [];
    throw error;
  }
}

/** Returns the wallet that a file of an archive of the directory `wallets` is; null for any other file. Pure. */
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
