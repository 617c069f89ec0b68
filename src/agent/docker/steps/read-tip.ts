import * as z from 'zod';
import type { RpcClient } from '../../monitor/rpc.ts';
import type { ChainTip } from '../../runtime/node-record.ts';

const chainInfo = z.object({ blocks: z.int(), bestblockhash: z.string() });

export type Tip = Pick<ChainTip, 'height' | 'bestBlockHash'>;

/** Reads a daemon's chain tip. Throws RpcError. */
export async function readTip(daemon: RpcClient, signal: AbortSignal): Promise<Tip> {
  const { blocks, bestblockhash } = chainInfo.parse(await daemon.call('getblockchaininfo', [], signal));
  return { height: blocks, bestBlockHash: bestblockhash };
}
