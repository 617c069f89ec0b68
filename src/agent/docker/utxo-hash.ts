import * as z from 'zod';
import { type RpcCaller, RpcError } from '../monitor/rpc.ts';

const algorithms = ['muhash', 'hash_serialized_3', 'hash_serialized_2'] as const;

export interface UtxoHash {
  /** The block whose UTXO set it is. */
  block: string;
  algorithm: (typeof algorithms)[number];
  hash: string;
}

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const outputs = z.object({
  bestblock: digest,
  muhash: digest.optional(),
  hash_serialized_3: digest.optional(),
  hash_serialized_2: digest.optional(),
});

/** Hashing the UTXO set of mainnet without an index takes minutes. */
const hashSeconds = 3600;

/**
 * With the index, without it, and as versions before 22.0 do, which know no muhash and have another hash. An index that is
 * still built fails the first one.
 */
const requests = [['muhash'], ['muhash', null, false], []];

/** Hashes the UTXO set of a daemon; null if it cannot. The daemon writes its chain state to disk first. */
export async function utxoHash(
  daemon: RpcCaller,
  signal: AbortSignal,
  { seconds = hashSeconds }: { seconds?: number } = {},
): Promise<UtxoHash | null> {
  for (const params of requests) {
    try {
      const answer = outputs.parse(await daemon.call('gettxoutsetinfo', params, signal, seconds));
      for (const algorithm of algorithms) {
        const hash = answer[algorithm];
        if (hash !== undefined) return { block: answer.bestblock, algorithm, hash };
      }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    }
  }
  return null;
}
