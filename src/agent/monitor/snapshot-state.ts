import * as z from 'zod';
import { answerOf, type RpcClient, RpcError } from './rpc.ts';

/** A node that an RPC user started from a UTXO snapshot (`loadtxoutset`), until its daemon has validated the history. */
export interface SnapshotState {
  /** Height of the chain that it follows. */
  height: number;
  validatedHeight: number;
}

const height = z
  .number()
  .int()
  .min(-1)
  .max(2 ** 31 - 1);
const shape = z.object({
  chainstates: z.array(z.object({ blocks: height, validated: z.boolean().default(true) })).max(8),
});

/** Reads whether a daemon runs on a snapshot that is not validated; null if not, or if it does not say. */
export async function readSnapshotState(
  rpc: Pick<RpcClient, 'call'>,
  signal: AbortSignal,
): Promise<SnapshotState | null> {
  const answer = await rpc.call('getchainstates', [], signal).catch((error: unknown) => {
    // Unknown before 26, and not on the whitelist of a daemon that an earlier agent started.
    if (error instanceof RpcError && (error.code === methodNotFound || error.fault === 'unauthorized')) return null;
    throw error;
  });
  if (answer === null) return null;
  const { chainstates } = answerOf('getchainstates', shape, answer);
  const active = chainstates.at(-1);
  if (active === undefined || active.validated) return null;
  const validated = chainstates.filter((each) => each.validated).map(({ blocks }) => blocks);
  return { height: active.blocks, validatedHeight: Math.max(0, ...validated) };
}

const methodNotFound = -32601;
