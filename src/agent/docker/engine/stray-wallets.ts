import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { networkFacts } from '../../../bitcoin/network.ts';
import { dataFolder, paths } from './paths.ts';
import { networks, walletFile } from './wallets.ts';

/** What holds no wallets of its own, or those that are listed by their names; the rest of a data directory is a handful of files. */
const known: ReadonlySet<string> = new Set(
  networks.flatMap((network) =>
    ['blocks', 'chainstate', 'indexes', 'wallets'].map((name) => `${networkFacts(network).folder}${name}`),
  ),
);

/**
 * Lists the wallets in a node's directory on this host that lie elsewhere than in the folder of its wallets, by their paths in its container.
 * None where this process does not see the directory, as in a container of its own.
 */
export async function strayWallets(directory: string): Promise<string[]> {
  const root = join(directory, dataFolder);
  if (!existsSync(root)) return [];
  const found: string[] = [];
  const look = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !known.has(path)) await look(path);
      if (entry.isFile() && entry.name === walletFile) found.push(join(paths.dataDir, folder));
    }
  };
  await look('');
  return found.toSorted();
}
