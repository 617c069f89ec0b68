import type { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { readWork, workPattern } from '../../bitcoin/chain-work.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { recent } from '../../timing/recent.ts';
import type { BranchVerdict } from '../config.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';

/** A block as the last one of a chain. */
export interface Block {
  hash: string;
  height: number;
  /** Of the chain up to it, as `readWork` returns it. */
  work: string;
  /** The side of a split that the chain is on. */
  branch: 'followed' | 'losing' | 'not_pinned';
}

/** Asks a daemon for the headers of blocks. Throws DaemonFault. */
export type ReadHeaders = (hashes: readonly string[]) => Promise<CallAnswer[]>;

const headerShape = z.object({
  height: z.int32().nonnegative(),
  chainwork: z.string().regex(workPattern),
  confirmations: z.int(),
});

const remembered = 1000;

/** What is known of the blocks of an endpoint's network. A block's chain never changes, so each is asked for once. */
export class ChainView {
  #verdict: BranchVerdict | undefined;
  #blocks: LRUCache<string, Block> = recent(remembered);

  get verdict(): BranchVerdict | undefined {
    return this.#verdict;
  }

  /** Takes a verdict. Blocks are judged again if it names other branches. */
  setVerdict(verdict: BranchVerdict | undefined): void {
    if (namesOf(verdict) !== namesOf(this.#verdict)) this.#blocks = recent(remembered);
    this.#verdict = verdict;
  }

  /** Whether no answer about the chain may leave: nobody knows which branch it should come from. */
  get isUndecided(): boolean {
    return this.#verdict?.verdict === 'even' && this.#verdict.pinned === undefined;
  }

  known(hash: string): Block | undefined {
    return this.#blocks.get(hash);
  }

  /** Judges the last block of a daemon's chain. Throws DaemonFault, also if the daemon has left the block meanwhile. */
  async judge(hash: string, readHeaders: ReadHeaders): Promise<Block> {
    const known = this.#blocks.get(hash);
    if (known !== undefined) return known;
    const blocks = this.#blocks;
    const { losing, pinned } = decisiveBlocks(this.#verdict);
    // The block itself is last: while it is in the chain, the answers about the others are about its chain.
    const answers = (await readHeaders([...losing, ...pinned, hash])).map(readHeader);
    const own = answers.at(-1);
    if (own === undefined || own === null || own.confirmations < 0)
      throw new DaemonFault('stale', 'its chain changed while it was read');
    const isInChain = answers.map((header) => header !== null && header.confirmations >= 0);
    const branch = isInChain.slice(0, losing.length).includes(true)
      ? 'losing'
      : isInChain.slice(losing.length, -1).includes(false)
        ? 'not_pinned'
        : 'followed';
    const block: Block = { hash, height: own.height, work: readWork(own.chainwork) ?? '', branch };
    // Not if a later verdict arrived meanwhile.
    blocks.set(hash, block);
    if (blocks !== this.#blocks) return this.judge(hash, readHeaders);
    return block;
  }
}

/**
 * The pinned branch is the operator's decision while branches are even, so that no other one has to be known to be losing.
 * Once a branch leads, the daemons of the pinned one follow it, and so do answers.
 */
const decisiveBlocks = (
  verdict: BranchVerdict | undefined,
): { losing: readonly string[]; pinned: readonly string[] } =>
  verdict?.verdict === 'even' && verdict.pinned !== undefined
    ? { losing: [], pinned: [verdict.pinned] }
    : { losing: verdict?.losing ?? [], pinned: [] };

function namesOf(verdict: BranchVerdict | undefined): string {
  const { losing, pinned } = decisiveBlocks(verdict);
  return [...losing.toSorted(), '/', ...pinned].join(' ');
}

/** Core's RPC_INVALID_ADDRESS_OR_KEY: it does not know the block. */
const unknownBlock = -5;

/** Null for a block that the daemon does not know. */
function readHeader(answer: CallAnswer): z.infer<typeof headerShape> | null {
  if (!('result' in answer)) {
    if (answer.code === unknownBlock) return null;
    throw new DaemonFault('invalid', `it refused getblockheader with the error ${answer.code}`);
  }
  const { data } = headerShape.safeParse(jsonOrNull(answer.result));
  if (data === undefined) throw new DaemonFault('invalid', 'its answer to getblockheader is invalid');
  return data;
}
