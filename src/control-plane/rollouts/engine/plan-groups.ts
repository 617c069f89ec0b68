import type { RolloutState } from './rollout-kind.ts';

interface Rules<Member> {
  /** It is no longer waited for: changed or skipped. */
  isDone(member: Member): boolean;
  isFailed(member: Member): boolean;
  isUnderWay(member: Member): boolean;
  /** Whether members of a group start although others of it are under way. */
  startsBesideOthers: boolean;
}

export type GroupStep<Member> =
  | { kind: 'wait' | 'finish' }
  | { kind: 'stop'; failed: Member[] }
  | { kind: 'ask'; group: Member[] };

/**
 * Decides the next step of a rollout from its members in their order: one group after another, and none after a failure.
 * Members of later groups may be left out while the first unfinished group is complete.
 */
export function planGroups<Member extends { groupNumber: number }>(
  state: RolloutState,
  members: readonly Member[],
  { isDone, isFailed, isUnderWay, startsBesideOthers }: Rules<Member>,
): GroupStep<Member> {
  if (state !== 'running' && state !== 'paused') return { kind: 'wait' };
  const unfinished = members.find((member) => !isDone(member));
  if (unfinished === undefined) return { kind: 'finish' };
  const group = members.filter(({ groupNumber }) => groupNumber === unfinished.groupNumber);
  const failed = group.filter(isFailed);
  if (failed.length > 0) return { kind: 'stop', failed };
  const isBusy = group.some(isUnderWay);
  if (state === 'paused' || (isBusy && !startsBesideOthers)) return { kind: 'wait' };
  const waiting = group.filter((member) => !isDone(member) && !isUnderWay(member));
  return waiting.length === 0 ? { kind: 'wait' } : { kind: 'ask', group: waiting };
}
