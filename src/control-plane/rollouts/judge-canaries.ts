import type { MemberVerdict } from './judge-member.ts';

export interface CanaryFacts<Canary extends { nodeName: string }> {
  soakSeconds: number;
  /** The canaries that were changed: when each was back, and how it stands now. */
  canaries: readonly { member: Canary; backAt: Date; verdict: MemberVerdict }[];
  now: Date;
}

export type CanaryVerdict<Canary> =
  | { kind: 'pass' }
  | { kind: 'wait'; message: string }
  | { kind: 'failed'; failed: { member: Canary; reason: string }[] };

/**
 * Judges whether the rest of a rollout may follow its canaries: each of them has stood as well as before its change for
 * the soak time, and does so now. One that fails meanwhile stops the rollout, as it would have when it was changed.
 */
export function judgeCanaries<Canary extends { nodeName: string }>({
  soakSeconds,
  canaries,
  now,
}: CanaryFacts<Canary>): CanaryVerdict<Canary> {
  const failed = canaries.flatMap(({ member, verdict }) =>
    verdict.kind === 'failed' ? [{ member, reason: verdict.reason }] : [],
  );
  if (failed.length > 0) return { kind: 'failed', failed };
  for (const { member, verdict } of canaries)
    if (verdict.kind === 'wait') return { kind: 'wait', message: `the canary ${member.nodeName}: ${verdict.message}` };
  const last = canaries.toSorted((a, b) => b.backAt.getTime() - a.backAt.getTime())[0];
  if (last === undefined) return { kind: 'pass' };
  const until = new Date(last.backAt.getTime() + soakSeconds * 1000);
  if (now >= until) return { kind: 'pass' };
  const time = until.toISOString().replace('T', ' ').slice(0, 16);
  return { kind: 'wait', message: `the canary ${last.member.nodeName} soaks until ${time} UTC` };
}
