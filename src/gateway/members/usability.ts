import { byWork } from '../../bitcoin/chain-work.ts';
import { type Network, networkFacts } from '../../bitcoin/network.ts';
import { counted } from '../../text/counted.ts';
import type { BranchVerdict, MemberConfig } from '../config.ts';
import type { DaemonFault } from '../daemon/daemon-fault.ts';
import type { MemberCode } from '../report.ts';
import type { Block } from './tip-judge.ts';

/** What the gateway knows of a member. */
export interface MemberFacts {
  config: Pick<MemberConfig, 'startedWithGatewayUser' | 'passedOver'>;
  /** Why the last look at it failed; null if it did not; undefined before the first. */
  fault: DaemonFault | null | undefined;
  chain: ChainInfo | null;
  /** Its last block, judged by the current verdict. */
  tip: Block | null;
  /** Whether it left a call unanswered a short while ago, although it answers the gateway itself. */
  isStalled: boolean;
}

export interface ChainInfo {
  chain: string;
  headers: number;
  blocks: number;
  isSyncing: boolean;
  warnings: readonly string[];
}

export interface Usability {
  code: MemberCode;
  /** One sentence. */
  reason: string;
}

/** A member may be this many blocks behind the one with the most work: blocks take a while from one to the other. */
export const maxLag = 2;
/** Headers without blocks. A single block that is being fetched is no sync. */
const maxMissingBlocks = 24;

/** Returns whether each member may answer calls, and why not. */
export function usabilityOf(
  members: readonly MemberFacts[],
  network: Network,
  verdict: BranchVerdict | undefined,
): Usability[] {
  const alone = members.map((member) => aloneUsability(member, network, verdict));
  const tips = members.flatMap(({ tip }, index) => (tip !== null && alone[index]?.code === 'used' ? [tip] : []));
  const proven = tips.filter((tip) => isProven(tip, tips));
  const best = proven.toSorted((a, b) => byWork(a.work, b.work))[0];
  const found = members.map(({ tip }, index): Usability => {
    const own = alone[index] ?? starting;
    if (own.code !== 'used' || tip === null) return own;
    if (!proven.includes(tip)) return unproven;
    const lag = lagOf(tip, best);
    return lag !== null && lag > maxLag
      ? { code: 'behind', reason: `It is ${counted(lag, 'block')} behind the member with the most work.` }
      : own;
  });
  const isStalled = (index: number): boolean => members[index]?.isStalled ?? false;
  const isAnother = found.some(({ code }, index) => code === 'used' && !isStalled(index));
  return found.map((own, index) => (own.code === 'used' && isStalled(index) && isAnother ? stalled : own));
}

const stalled: Usability = {
  code: 'timeout',
  reason: 'It did not answer a call in time. It gets calls again half a minute later, or if no other node can answer.',
};

/**
 * Whether a chain may be compared by its work. What came before the headers that were checked is what members state, so
 * that of two chains with different roots, one with far less recent work is made up.
 */
const isProven = (tip: Block, tips: readonly Block[]): boolean =>
  tips.every(({ root, recentWork }) => root === tip.root || recentWork <= tip.recentWork * maxRatio);

/** Difficulty changes by a factor of 4 in 2,016 blocks at most. */
const maxRatio = 4n;

const unproven: Usability = {
  code: 'refuted',
  reason:
    'Its last 2,016 blocks have far less proof of work than those of another member, and do not continue its chain.',
};

/** Blocks behind `best`, at least 1 with less work; null if unknown. */
export function lagOf(tip: Block | null, best: Block | undefined): number | null {
  if (tip === null || best === undefined) return null;
  return tip.work >= best.work ? 0 : Math.max(1, best.position - tip.position);
}

const starting: Usability = { code: 'starting', reason: 'The gateway has not asked it yet.' };

const faultCodes: Readonly<Partial<Record<DaemonFault['kind'], MemberCode>>> = {
  timeout: 'timeout',
  unauthorized: 'unauthorized',
  forbidden: 'unauthorized',
  warming_up: 'warming_up',
  invalid: 'invalid',
  busy: 'timeout',
  stale: 'invalid',
};

function aloneUsability(
  { config, fault, chain, tip }: MemberFacts,
  network: Network,
  verdict: BranchVerdict | undefined,
): Usability {
  if (!config.startedWithGatewayUser)
    return {
      code: 'needs_restart',
      reason: 'It joins after its next restart: bitcoind reads its users only when it starts.',
    };
  if (config.passedOver !== undefined) return { code: 'passed_over', reason: config.passedOver };
  if (fault === undefined) return starting;
  if (fault?.kind === 'refuted') return { code: 'refuted', reason: `Its chain is not proven: ${fault.message}.` };
  if (fault !== null) return { code: faultCodes[fault.kind] ?? 'unreachable', reason: `No answer: ${fault.message}.` };
  if (chain === null) return starting;
  const unusable = chainUsability(chain, network);
  if (unusable !== null || tip === null) return unusable ?? starting;
  return branchUsability(tip, verdict) ?? { code: 'used', reason: 'It answers calls.' };
}

/** Why a chain is not followed whatever its headers are; null if they decide. */
export function chainUsability(chain: ChainInfo, network: Network): Usability | null {
  const { chain: name, hasPeers } = networkFacts(network);
  if (chain.chain !== name) return { code: 'other_network', reason: `It follows the network “${chain.chain}”.` };
  // A private chain may have no block of today, which its daemon takes for a first sync permanently.
  if (hasPeers && chain.isSyncing) return { code: 'syncing', reason: `It is syncing, at block ${chain.blocks}.` };
  if (chain.headers - chain.blocks > maxMissingBlocks)
    return { code: 'syncing', reason: `It is syncing: it has block ${chain.blocks} and headers to ${chain.headers}.` };
  return null;
}

function branchUsability({ branch }: Block, verdict: BranchVerdict | undefined): Usability | null {
  if (verdict?.verdict === 'even' && verdict.pinned === undefined)
    return {
      code: 'undecided_split',
      reason: 'The chain is split into branches of equal work; pin the one to follow.',
    };
  if (branch === 'losing') return { code: 'losing_branch', reason: 'It follows the losing branch of a chain split.' };
  if (branch === 'not_pinned') return { code: 'not_pinned_branch', reason: 'It does not follow the pinned branch.' };
  return null;
}
