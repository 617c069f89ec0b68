import type { LRUCache } from 'lru-cache';
import { type BlockHeader, isProofOfWork, targetOf, workOf } from '../../bitcoin/block-header.ts';
import type { Network } from '../../bitcoin/network.ts';
import { recent } from '../../timing/recent.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';

/** A header whose proof of work, and that of those before it down to `root`, was checked. */
export interface ProvenHeader {
  previousHash: string;
  target: bigint;
  height: number;
  /** Of the chain up to it. */
  work: bigint;
  /** The first block of the checked chain. */
  root: string;
}

/** What a daemon states of the last header that it shows. It counts only for the first chain with a root. */
export interface Stated {
  height: number;
  work: bigint;
}

/** Headers that are checked back from a tip: two weeks. */
export const maxHeaders = 2016;
/** Chains of several members, and a growing one. */
const remembered = 3 * maxHeaders;
/** Stated work may have 256 bits, and the blocks after it need some. */
const maxStated = 1n << 255n;

/** The only target of a regtest chain, at which work costs nothing: its daemons make blocks on request. */
const regtestBits = 0x207fffff;

/**
 * The headers that members have shown, with their work as the gateway counts it: a member may state any number. A child has
 * at least a quarter of its parent's work, as the difficulty never falls faster. Otherwise a block that costs nothing would
 * make the chain of a member the one with the most work.
 */
export class HeaderTree {
  readonly #network: Network;
  readonly #headers: LRUCache<string, ProvenHeader> = recent(remembered);

  constructor(network: Network) {
    this.#network = network;
  }

  known(hash: string): ProvenHeader | undefined {
    return this.#headers.get(hash);
  }

  /**
   * Adds the headers that lead to a tip, the oldest first, without those that are known. `stated`: of the tip, which counts
   * if the first header continues nothing that is known. Returns the tip. Throws DaemonFault `refuted`.
   */
  add(tip: string, headers: readonly BlockHeader[], stated: Stated): ProvenHeader {
    const checked = headers.map((header) => ({ ...header, target: this.#targetOf(header) }));
    const sum = checked.reduce((work, { target }) => work + workOf(target), 0n);
    const root = checked[0]?.hash ?? tip;
    let [height, work] = [stated.height - headers.length, baseOf(stated.work, sum)];
    for (const { hash, previousHash, target } of checked) {
      const parent = this.#headers.get(previousHash);
      if (parent !== undefined) this.#checkDifficulty(hash, target, parent.target);
      height = (parent?.height ?? height) + 1;
      work = (parent?.work ?? work) + workOf(target);
      if (this.#headers.has(hash)) continue;
      this.#headers.set(hash, { previousHash, target, height, work, root: parent?.root ?? root });
    }
    const proven = this.#headers.get(tip);
    if (proven === undefined) throw new DaemonFault('refuted', `it does not show the header of block ${tip}`);
    return proven;
  }

  /** Returns the work of a block and of up to 2,015 before it: what somebody spent to make this chain. */
  recentWork(hash: string): bigint {
    let sum = 0n;
    let header = this.#headers.peek(hash);
    for (let count = 0; count < maxHeaders && header !== undefined; count++) {
      sum += workOf(header.target);
      header = this.#headers.peek(header.previousHash);
    }
    return sum;
  }

  #targetOf({ hash, bits }: BlockHeader): bigint {
    const target = targetOf(bits);
    const isChecked =
      target !== null && (this.#network === 'regtest' ? bits === regtestBits : isProofOfWork(hash, target));
    if (!isChecked) throw new DaemonFault('refuted', `block ${hash} has no proof of work`);
    return target;
  }

  /** A block of testnet4 may have the least difficulty if it comes late. */
  #checkDifficulty(hash: string, target: bigint, parentTarget: bigint): void {
    if (this.#network !== 'testnet4' && target > parentTarget * 4n)
      throw new DaemonFault('refuted', `block ${hash} has less work than the difficulty allows`);
  }
}

/** Returns the work before a chain whose headers have `sum`. */
const baseOf = (stated: bigint, sum: bigint): bigint => {
  const base = (stated < maxStated ? stated : maxStated) - sum;
  return base > 0n ? base : 0n;
};
