import { isDeepStrictEqual } from 'node:util';
import type { Network } from '../../bitcoin/network.ts';
import type { BranchVerdict } from '../config.ts';
import { HeaderTree } from './header-tree.ts';

export interface Decisive {
  losing: readonly string[];
  pinned: readonly string[];
}

/** What the members of an endpoint have in common: the verdict on their network's chain, and the headers that they showed. */
export class ChainView {
  readonly network: Network;
  readonly headers: HeaderTree;
  #verdict: BranchVerdict | undefined;
  #decisive = decisiveBlocks(undefined);

  constructor(network: Network) {
    this.network = network;
    this.headers = new HeaderTree(network);
  }

  get verdict(): BranchVerdict | undefined {
    return this.#verdict;
  }

  setVerdict(verdict: BranchVerdict | undefined): void {
    this.#verdict = verdict;
    const decisive = decisiveBlocks(verdict);
    if (!isDeepStrictEqual(decisive, this.#decisive)) this.#decisive = decisive;
  }

  /** Whether no answer about the chain may leave: nobody knows which branch it should come from. */
  get isUndecided(): boolean {
    return this.#verdict?.verdict === 'even' && this.#verdict.pinned === undefined;
  }

  /** The blocks that decide whether a chain is followed. Another object if they changed; the age of a verdict does not count. */
  get decisive(): Decisive {
    return this.#decisive;
  }
}

/**
 * The pinned branch is the operator's decision while branches are even, so that no other one has to be known to be losing.
 * Once a branch leads, the daemons of the pinned one follow it, and so do answers.
 */
const decisiveBlocks = (verdict: BranchVerdict | undefined): Decisive =>
  verdict?.verdict === 'even' && verdict.pinned !== undefined
    ? { losing: [], pinned: [verdict.pinned] }
    : { losing: verdict?.losing.toSorted() ?? [], pinned: [] };
