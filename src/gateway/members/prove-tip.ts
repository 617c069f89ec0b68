import * as z from 'zod';
import { type BlockHeader, headerBytes, noBlock, readBlockHeader } from '../../bitcoin/block-header.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import type { DaemonCall } from '../daemon/daemon.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';
import { type HeaderTree, maxHeaders } from './header-tree.ts';

/** Makes calls of the gateway itself. Throws DaemonFault. */
export type Ask = (calls: readonly DaemonCall[]) => Promise<CallAnswer[]>;

export interface Tip {
  hash: string;
  /** As the daemon states it. */
  height: number;
}

/** Headers in one request: an answer of the gateway's own calls has at most 256 KiB. */
const together = 500;
/** The daemon may name other blocks by their heights than those that lead to the tip: its chain may have changed. */
const maxRequests = 16;

/**
 * Reads the headers from a tip back to one that is known, or to the genesis block, or 2,016 of them. `answer`: that to the
 * call for the tip's own header. Returns them oldest first. Throws DaemonFault `refuted` if one is missing or another.
 */
export async function proveTip(
  known: Pick<HeaderTree, 'known'>,
  tip: Tip,
  answer: CallAnswer | undefined,
  ask: Ask,
): Promise<BlockHeader[]> {
  const found = new Map<string, BlockHeader>();
  keep(found, [answer]);
  const chain: BlockHeader[] = [];
  let requests = 0;
  for (let hash = tip.hash; hash !== noBlock && chain.length < maxHeaders && known.known(hash) === undefined; ) {
    const header = found.get(hash);
    if (header !== undefined) {
      chain.push(header);
      hash = header.previousHash;
      continue;
    }
    if (chain.length === 0 || requests === maxRequests)
      throw new DaemonFault('refuted', `it does not show the header of block ${hash}`);
    // One block is missing after each new one, many after a start.
    const guessed = requests === 0 ? [] : await hashesBelow(tip.height - chain.length, ask);
    requests++;
    keep(found, await ask([hash, ...guessed].map(rawHeaderCall)));
    if (!found.has(hash)) throw new DaemonFault('refuted', `it does not show the header of block ${hash}`);
  }
  return chain.toReversed();
}

export const rawHeaderCall = (hash: string): DaemonCall => ({
  method: 'getblockheader',
  params: JSON.stringify([hash, false]),
});

const hashShape = z.string().regex(/^[0-9a-f]{64}$/);
const headerShape = z.string().regex(new RegExp(`^[0-9a-f]{${headerBytes * 2}}$`));

/** Returns the hashes of the blocks below a height, as the daemon names them. */
async function hashesBelow(height: number, ask: Ask): Promise<string[]> {
  const heights = Array.from({ length: together }, (_, index) => height - 1 - index).filter((each) => each >= 0);
  if (heights.length === 0) return [];
  const answers = await ask(heights.map((each) => ({ method: 'getblockhash', params: `[${each}]` })));
  return answers.flatMap((answer) => textOf(answer, hashShape) ?? []);
}

/** Keeps headers by their own hash, whatever was asked for. */
function keep(found: Map<string, BlockHeader>, answers: readonly (CallAnswer | undefined)[]): void {
  for (const answer of answers) {
    const text = textOf(answer, headerShape);
    const header = text === undefined ? null : readBlockHeader(Buffer.from(text, 'hex'));
    if (header !== null) found.set(header.hash, header);
  }
}

const textOf = (answer: CallAnswer | undefined, shape: z.ZodType<string>): string | undefined =>
  answer !== undefined && 'result' in answer ? shape.safeParse(jsonOrNull(answer.result)).data : undefined;
