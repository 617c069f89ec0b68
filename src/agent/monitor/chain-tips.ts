import * as z from 'zod';
import { byWork } from '../../bitcoin/chain-work.ts';
import type { ChainTipCount, ChainTipStatus, DaemonBranch } from '../../contract/types.generated.ts';
import type { KnownWork } from './branch-works.ts';
import { answerOf } from './rpc.ts';

/** Null before the first reading. */
export interface ChainTips {
  branches: DaemonBranch[] | null;
  chainTips: ChainTipCount[] | null;
}

export const unknownTips: ChainTips = { branches: null, chainTips: null };

/** `getchaintips` visits each block of the index under the daemon's main lock, so it may take this part of the time. */
const maxShare = 0.01;

/** Returns how long after its start a reading that took `tookMs` may be repeated. */
export const tipsPeriodMs = (tookMs: number, intervalMs: number): number => Math.max(intervalMs, tookMs / maxShare);

export function readTips(answer: unknown): Tip[] {
  const list = answerOf('getchaintips', z.array(z.unknown()), answer);
  // One at a time: a list of zod reports a fault of each of its entries.
  return list.map((tip) => answerOf('getchaintips', tipShape, tip));
}

export const tipsOf = (tips: readonly Tip[], work: KnownWork): ChainTips => ({
  branches: branchesOf(tips, work),
  chainTips: countTips(tips),
});

const tipStatuses: readonly ChainTipStatus[] = ['active', 'valid_fork', 'valid_headers', 'headers_only', 'invalid'];
const tipStatusOf = (reported: string): ChainTipStatus | undefined =>
  tipStatuses.find((status) => status === reported.replaceAll('-', '_'));

const maxInt = 2 ** 31 - 1;
const tipShape = z.object({
  height: z.number().int().min(0).max(maxInt),
  hash: z.string().max(64),
  branchlen: z.number().int().min(0).max(maxInt),
  status: z.string().max(64),
});
export type Tip = z.infer<typeof tipShape>;

function countTips(tips: readonly Tip[]): ChainTipCount[] {
  const counts = Map.groupBy(tips, ({ status }) => tipStatusOf(status));
  return [...counts].flatMap(([status, found]) => (status === undefined ? [] : [{ status, count: found.length }]));
}

const maxBranches = 4;
/** A branch that ends below is history. */
const maxDepth = 1000;
/** Their headers are read, invalid ones and others, so that old tips push out no current one. */
const maxCompared = 4;

/** Returns the hashes of the tips that may matter, whose work decides: a heavier branch may have fewer blocks. */
export function comparedTips(tips: readonly Tip[]): string[] {
  const own = ownHeight(tips);
  const [invalid, others] = [true, false].map((isInvalid) =>
    tips
      .filter(({ status }) => status !== 'active' && (status === 'invalid') === isInvalid)
      // A valid branch that is not followed has less work, unless it was just told to be left.
      .filter(({ height, status }) => height > own - (status === 'valid-fork' ? 0 : maxDepth))
      .toSorted((a, b) => b.height - a.height)
      .slice(0, maxCompared),
  );
  return [...(invalid ?? []), ...(others ?? [])].map(({ hash }) => hash);
}

const ownHeight = (tips: readonly Tip[]): number => tips.find(({ status }) => status === 'active')?.height ?? 0;

/** Returns the branches that may show that the daemon does not follow the chain of others. */
function branchesOf(tips: readonly Tip[], { own, ofBranches }: KnownWork): DaemonBranch[] {
  const height = ownHeight(tips);
  const isHeavier = (tip: Tip): boolean => {
    const work = ofBranches.of(tip.hash);
    return own === null || work === null ? tip.height > height : work > own;
  };
  return tips
    .flatMap((tip): DaemonBranch[] => {
      const status = tipStatusOf(tip.status);
      const matters = status === 'invalid' ? tip.height > height - maxDepth : isHeavier(tip);
      if (status === undefined || status === 'active' || !matters) return [];
      const { hash, branchlen: branchLength } = tip;
      return [{ height: tip.height, hash, branchLength, status, chainWork: ofBranches.of(hash) }];
    })
    .toSorted((a, b) => byWork(a.chainWork ?? null, b.chainWork ?? null) || b.height - a.height)
    .slice(0, maxBranches);
}
