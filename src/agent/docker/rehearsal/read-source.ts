import { networkFacts } from '../../../bitcoin/network.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { type RpcCaller, RpcError } from '../../monitor/rpc.ts';
import { indexList } from '../../monitor/sample.ts';
import type { RehearsalSource } from '../../runtime/node-record.ts';
import type { ClonePass } from '../copy/clone-files.ts';
import { readTip } from '../steps/read-tip.ts';
import { utxoHash } from '../utxo-hash.ts';

const gibibyte = 1024 ** 3;
/** A UTXO set of this size is hashed in seconds. */
const smallSetBytes = gibibyte;
/** A flush of a large cache takes a minute. */
const flushSeconds = 120;

/**
 * Reads what a node is like right before its copy. To hash the UTXO set, the daemon first writes its chain state to disk,
 * so that the copy ends at the tip; it is not asked to where it would read all of a large set.
 */
export async function readSource(
  daemon: RpcCaller,
  { files }: Pick<ClonePass, 'files'>,
  { network, signal }: Pick<NodeConfig, 'network'> & { signal: AbortSignal },
): Promise<RehearsalSource> {
  const folder = `${networkFacts(network).folder}chainstate/`;
  const setBytes = [...files.values()].reduce((sum, { path, size }) => sum + (path.startsWith(folder) ? size : 0), 0);
  const isCheap = setBytes <= smallSetBytes || (await hasSyncedStats(daemon, signal));
  const utxo = isCheap ? await utxoHash(daemon, signal, { seconds: flushSeconds }) : null;
  const { height, bestBlockHash } = await readTip(daemon, signal);
  const size = `the chain state is ${(setBytes / gibibyte).toFixed(1)} GiB, and coinstatsindex is not complete`;
  const whyNoUtxo = utxo !== null ? null : isCheap ? 'the node could not hash its own' : size;
  return { height, bestBlockHash, utxo, whyNoUtxo };
}

async function hasSyncedStats(daemon: RpcCaller, signal: AbortSignal): Promise<boolean> {
  try {
    const indexes = indexList(await daemon.call('getindexinfo', [], signal));
    return indexes.some(({ name, synced }) => name === 'coinstatsindex' && synced);
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}
