import * as z from 'zod';
import type { ChainTipCount, ChainTipStatus, DaemonBranch } from '../../contract/types.generated.ts';
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

export function tipsOf(answer: unknown): ChainTips {
  const list = answerOf('getchaintips', z.array(z.unknown()), answer);
  // One at a time: a list of zod reports a fault of each of its entries.
  const tips = list.map((tip) => answerOf('getchaintips', tipShape, tip));
  return { branches: branchesOf(tips), chainTips: countTips(tips) };
}

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
type Tip = z.infer<typeof tipShape>;

function countTips(tips: readonly Tip[]): ChainTipCount[] {
  const counts = Map.groupBy(tips, ({ status }) => tipStatusOf(status));
  return [...counts].flatMap(([status, found]) => (status === undefined ? [] : [{ status, count: found.length }]));
}

const maxBranches = 4;
/** An older invalid branch is history. */
const invalidDepth = 1000;

/** Returns the branches that may show that the daemon does not follow the chain of others. */
function branchesOf(tips: readonly Tip[]): DaemonBranch[] {
  const own = tips.find(({ status }) => status === 'active')?.height ?? 0;
  return tips
    .flatMap(({ height, hash, branchlen: branchLength, status: reported }) => {
      const status = tipStatusOf(reported);
      const matters = status === 'invalid' ? height > own - invalidDepth : height > own;
      return status === undefined || status === 'active' || !matters ? [] : [{ height, hash, branchLength, status }];
    })
    .toSorted((a, b) => b.height - a.height)
    .slice(0, maxBranches);
}
