import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { errorMessage } from '../../../text/error-message.ts';
import { RpcClient, type RpcEndpoint, RpcError } from '../../monitor/rpc.ts';
import type { ChainTip } from '../../runtime/node-record.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';

export interface VerifyRequest {
  /** The daemon on the copy, without peers. */
  copy: RpcEndpoint;
  /** The daemon of the source; null where it is not to run. */
  source: RpcEndpoint | null;
  /** The end of the source's chain as its daemon said it last. */
  sourceTip: ChainTip | null;
  signal: AbortSignal;
}

export interface Proof {
  height: number;
  bestBlockHash: string;
  /** Whether the source has this block, as its daemon says, or the copy has the source's last known one. */
  comparedWith: 'daemon' | 'last sample' | 'nothing';
  /** The hash of the set of unspent outputs, where both have the same; null where the source cannot say it for this block. */
  utxoHash: string | null;
}

/** A daemon that reads a large block index answers after minutes, and tells so; one that is not there at all is given up earlier. */
const patienceMs = 90_000;
/** Hashing the outputs of mainnet takes minutes. */
const hashSeconds = 3600;

const chainInfo = z.object({ blocks: z.int(), bestblockhash: z.string() });
const outputs = z.object({
  bestblock: z.string(),
  muhash: z.string().optional(),
  hash_serialized_3: z.string().optional(),
  hash_serialized_2: z.string().optional(),
});

/** Compares the chain of a copy with that of its source. Throws RuntimeError where they differ, and where the copy does not answer. */
export async function verifyData({ copy, source, sourceTip, signal }: VerifyRequest): Promise<Proof> {
  const copied = new RpcClient(copy);
  const original = source === null ? null : new RpcClient(source);
  try {
    await untilAnswered(copied, signal);
    const proof = await readTip(copied, signal);
    const { height: blocks, bestBlockHash: bestblockhash } = proof;
    const answers =
      original !== null &&
      (await untilAnswered(original, signal).then(
        () => true,
        () => false,
      ));
    if (original !== null && answers) {
      const same = await original.call('getblockhash', [blocks], signal).catch(errorMessage);
      requireSame(`block ${blocks}`, bestblockhash, same);
      return { ...proof, comparedWith: 'daemon', utxoHash: await compareOutputs(copied, original, signal) };
    }
    if (sourceTip === null) return { ...proof, comparedWith: 'nothing', utxoHash: null };
    const same = await copied.call('getblockhash', [sourceTip.height], signal).catch(errorMessage);
    requireSame(`block ${sourceTip.height}`, same, sourceTip.bestBlockHash);
    return { ...proof, comparedWith: 'last sample', utxoHash: null };
  } finally {
    copied.close();
    original?.close();
  }
}

/** Asks a daemon for the end of its chain. Throws RpcError. */
export async function readTip(
  daemon: RpcClient,
  signal: AbortSignal,
): Promise<{ height: number; bestBlockHash: string }> {
  const { blocks, bestblockhash } = chainInfo.parse(await daemon.call('getblockchaininfo', [], signal));
  return { height: blocks, bestBlockHash: bestblockhash };
}

function requireSame(what: string, ofCopy: unknown, ofSource: unknown): void {
  if (ofCopy === ofSource) return;
  throw new RuntimeError(
    'refused',
    `the copy is not the source: ${what} is ${ofCopy} in the copy and ${ofSource} in the source; delete this node, and create it again`,
  );
}

/** Waits while the daemon loads its chain. Throws RuntimeError where it does not answer at all. */
async function untilAnswered(daemon: RpcClient, signal: AbortSignal): Promise<unknown> {
  let silentSince = performance.now();
  for (;;) {
    try {
      return await daemon.call('getblockchaininfo', [], signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RpcError && error.fault === 'warming-up') silentSince = performance.now();
      if (performance.now() - silentSince > patienceMs) {
        throw new RuntimeError('timeout', `the daemon does not answer: ${errorMessage(error)}`);
      }
      await sleep(500, undefined, { signal });
    }
  }
}

/** Returns the hash that both have of the outputs at the same block; null where that cannot be compared. */
async function compareOutputs(copy: RpcClient, source: RpcClient, signal: AbortSignal): Promise<string | null> {
  const ofSource = await outputsOf(source, signal);
  const ofCopy = ofSource === null ? null : await outputsOf(copy, signal);
  // A source that went on has other outputs by now.
  if (ofSource === null || ofCopy === null || ofSource.block !== ofCopy.block) return null;
  requireSame(`the hash of the unspent outputs at ${ofCopy.block}`, ofCopy.hash, ofSource.hash);
  return ofCopy.hash;
}

/** Null where the daemon cannot hash its outputs. */
async function outputsOf(daemon: RpcClient, signal: AbortSignal): Promise<{ block: string; hash: string } | null> {
  for (const params of [['muhash'], []]) {
    try {
      const answer = outputs.parse(await daemon.call('gettxoutsetinfo', params, signal, hashSeconds));
      const hash = answer.muhash ?? answer.hash_serialized_3 ?? answer.hash_serialized_2;
      if (hash !== undefined) return { block: answer.bestblock, hash };
    } catch (error) {
      // Versions before 22.0 know no muhash, and hash the outputs in another way.
      if (!(error instanceof RpcError)) throw error;
    }
  }
  return null;
}
