import * as z from 'zod';
import type { RpcCaller } from '../../monitor/rpc.ts';
import type { ChainTip } from '../../runtime/node-record.ts';

/** A daemon is hostile: what it answers is reported, and compared with the hashes of another one. */
const chainInfo = z.object({ blocks: z.int32().nonnegative(), bestblockhash: z.string().regex(/^[0-9a-f]{64}$/) });

export type Tip = Pick<ChainTip, 'height' | 'bestBlockHash'>;

/** Reads a daemon's chain tip. Throws RpcError. */
export async function readTip(daemon: RpcCaller, signal: AbortSignal): Promise<Tip> {
  const { blocks, bestblockhash } = chainInfo.parse(await daemon.call('getblockchaininfo', [], signal));
  return { height: blocks, bestBlockHash: bestblockhash };
}
