import { type Network, networkFacts } from './network.ts';

/**
 * The only file that a daemon can do without and that ends it if damaged (src/addrdb.cpp, LoadAddrman). Damaged
 * `banlist.json`, `fee_estimates.dat`, `mempool.dat` and `anchors.dat` are ignored with a line in the log.
 */
const peersFile = 'peers.dat';

/** The sentence of Bitcoin Core 23 to 32, with the path of the file. */
const peersDamaged = /invalid or corrupt peers\.dat \(.*\bmove the file \("([^"]+)"\) out of the way/i;

/**
 * Returns the path below the data directory of the disposable file that ended a daemon, by its last words; null if none
 * did. Only the node's own file counts, whatever path a hostile daemon names.
 */
export function damagedFile(lastWords: string, network: Network, dataDir: string): string | null {
  const file = `${networkFacts(network).folder}${peersFile}`;
  return peersDamaged.exec(lastWords)?.[1] === `${dataDir}/${file}` ? file : null;
}
