import type { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { workPattern } from '../../bitcoin/chain-work.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { recent } from '../../timing/recent.ts';
import type { DaemonCall } from '../daemon/daemon.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import { rpcCodes } from '../rpc/faults.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';
import type { ChainView, Decisive } from './chain-view.ts';
import { type Ask, proveTip, rawHeaderCall } from './prove-tip.ts';

/** A block as the last one of a member's chain. */
export interface Block {
  hash: string;
  /** As the member states it, like everything that it answers. */
  height: number;
  /** Of the chain up to it, as the gateway counts it: 64 digits, in the order of the numbers. */
  work: string;
  /** Its place among the blocks of the same root. */
  position: number;
  /** The first block of the chain whose headers were checked. The work of chains with different roots is what members state. */
  root: string;
  /** The work of the last 2,016 blocks. */
  recentWork: bigint;
  /** The side of a split that the chain is on. */
  branch: 'followed' | 'losing' | 'not_pinned';
}

const headerShape = z.object({
  height: z.int32().nonnegative(),
  chainwork: z.string().regex(workPattern),
  confirmations: z.int(),
});
type Header = z.infer<typeof headerShape>;

const remembered = 200;

/**
 * Judges the last blocks of one member's chain, each once. A member answers for itself alone: what it states of a block is
 * nothing that others are judged by, and its work is counted from headers.
 */
export class TipJudge {
  readonly #view: ChainView;
  readonly #ask: Ask;
  /** The blocks that decided when `#blocks` were judged. */
  #decisive: Decisive;
  #blocks: LRUCache<string, Block> = recent(remembered);

  constructor(view: ChainView, ask: Ask) {
    this.#view = view;
    this.#ask = ask;
    this.#decisive = view.decisive;
  }

  known(hash: string): Block | undefined {
    return this.#decisive === this.#view.decisive ? this.#blocks.get(hash) : undefined;
  }

  /**
   * Throws DaemonFault: `stale` if the daemon has left the block meanwhile, `refuted` if its headers do not prove its chain.
   */
  async judge(hash: string): Promise<Block> {
    const known = this.known(hash);
    if (known !== undefined) return known;
    const { decisive, headers } = this.#view;
    const { losing, pinned } = decisive;
    // The block itself is last: while it is in the chain, the answers about the others are about its chain.
    const asked = [...losing, ...pinned, hash];
    const answers = await this.#ask([...asked.map(headerCall), rawHeaderCall(hash)]);
    const stated = answers.slice(0, asked.length).map(readHeader);
    const own = stated.at(-1);
    if (own === undefined || own === null || own.confirmations < 0)
      throw new DaemonFault('stale', 'its chain changed while it was read');
    const { height } = own;
    const proof = await proveTip(headers, { hash, height }, answers.at(-1), this.#ask);
    const proven = headers.add(hash, proof, { height, work: BigInt(`0x${own.chainwork}`) });
    // A later verdict arrived meanwhile.
    if (this.#view.decisive !== decisive) return this.judge(hash);
    const block: Block = {
      ...{ hash, height, position: proven.height, root: proven.root },
      ...{ work: proven.work.toString(16).padStart(64, '0'), recentWork: headers.recentWork(hash) },
      branch: branchOf(stated.slice(0, losing.length), stated.slice(losing.length, -1)),
    };
    if (this.#decisive !== decisive) this.#blocks = recent(remembered);
    this.#decisive = decisive;
    this.#blocks.set(hash, block);
    return block;
  }
}

const isInChain = (header: Header | null): boolean => header !== null && header.confirmations >= 0;

function branchOf(losing: readonly (Header | null)[], pinned: readonly (Header | null)[]): Block['branch'] {
  if (losing.some(isInChain)) return 'losing';
  return pinned.every(isInChain) ? 'followed' : 'not_pinned';
}

export const headerCall = (hash: string): DaemonCall => ({ method: 'getblockheader', params: JSON.stringify([hash]) });

/** Null for a block that the daemon does not know. */
function readHeader(answer: CallAnswer): Header | null {
  if (!('result' in answer)) {
    if (answer.code === rpcCodes.invalidAddressOrKey) return null;
    throw new DaemonFault('invalid', `it refused getblockheader with the error ${answer.code}`);
  }
  const { data } = headerShape.safeParse(jsonOrNull(answer.result));
  if (data === undefined) throw new DaemonFault('invalid', 'its answer to getblockheader is invalid');
  return data;
}
