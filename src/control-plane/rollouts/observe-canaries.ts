import { and, type Database, eq, gte, isNotNull, lt } from '../platform/database/database.ts';
import { type NodeRolloutMemberRow, type NodeRolloutRow, nodeRolloutMember } from '../tables/node-rollouts.ts';
import { type CanaryVerdict, judgeCanaries } from './judge-canaries.ts';
import { judgeMember } from './judge-member.ts';
import { membersOf, observeMembers } from './members.ts';

/** Judges the canaries of a rollout before the first group that follows them; null before and after that. */
export async function judgeSoak(
  transaction: Database,
  rollout: NodeRolloutRow,
  next: readonly NodeRolloutMemberRow[],
  now: Date,
): Promise<CanaryVerdict<NodeRolloutMemberRow> | null> {
  const { canary } = rollout.policy;
  if (canary === undefined || next.some(({ position }) => position < canary.count)) return null;
  const { position, startedAt, state } = nodeRolloutMember;
  const isFollower = and(membersOf(rollout), gte(position, canary.count), isNotNull(startedAt));
  if ((await transaction.$count(nodeRolloutMember, isFollower)) > 0) return null;
  const members = await transaction
    .select()
    .from(nodeRolloutMember)
    .where(and(membersOf(rollout), lt(position, canary.count), eq(state, 'changed')));
  const observed = await observeMembers(transaction, members, rollout.policy, now);
  const later = new Date(now.getTime() + 1);
  const canaries = members.map((member) => {
    const { before, revision, nodeId } = member;
    const verdict = judgeMember({
      ...{ node: observed.get(nodeId) ?? null, revision: revision ?? 0, startedAt: member.startedAt ?? now, now },
      // A canary that was back has no deadline.
      deadline: later,
      ...{ restarts: before?.restarts ?? true, gate: rollout.policy.gate },
      before: before ?? { phase: null, restarts: true, blocksBehind: null, problems: [] },
    });
    return { member, backAt: member.endedAt ?? now, verdict };
  });
  return judgeCanaries({ soakSeconds: canary.soakSeconds, canaries, now });
}
