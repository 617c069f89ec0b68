import * as z from 'zod';
import type { ChainTipCount, ChainTipStatus, DaemonBranch } from '../../contract/types.generated.ts';

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
  const tips = tipsShape.parse(answer);
  return { branches: branchesOf(tips), chainTips: countTips(tips) };
}

const tipStatuses: readonly ChainTipStatus[] = ['active', 'valid_fork', 'valid_headers', 'headers_only', 'invalid'];
const tipStatusOf = (reported: string): ChainTipStatus | undefined =>
  tipStatuses.find((status) => status === reported.replaceAll('-', '_'));

const tipsShape = z.array(
  z.object({ height: z.number().int(), hash: z.string(), branchlen: z.number().int(), status: z.string() }),
);

function countTips(tips: z.infer<typeof tipsShape>): ChainTipCount[] {
  const counts = Map.groupBy(tips, ({ status }) => tipStatusOf(status));
  return [...counts].flatMap(([status, found]) => (status === undefined ? [] : [{ status, count: found.length }]));
}

const maxBranches = 4;
/** An older invalid branch is history. */
const invalidDepth = 1000;

/** Returns the branches that may show that the daemon does not follow the chain of others. */
function branchesOf(tips: z.infer<typeof tipsShape>): DaemonBranch[] {
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
