import type { UpgradeRolloutMemberState as MemberState, UpgradeState } from '../../../contract/types.generated.ts';
import { planGroups } from '../../rollouts/engine/plan-groups.ts';
import type { RolloutRow } from '../../tables/releases.ts';

export interface MemberOutcome {
  state: MemberState;
  reason: string | null;
}

export interface MemberFacts extends MemberOutcome {
  position: number;
  groupNumber: number;
  name: string;
  /** The agent's version; null if the executor was deleted. */
  version: string | null;
  /** The last request; null before the first one, or once it is no longer stored. */
  upgrade: { state: UpgradeState; reason: string | null; hasEnded: boolean } | null;
}

const failures = {
  rolled_back: 'was rolled back to its previous version',
  failed: 'was not upgraded',
  timed_out: 'timed out',
  cancelled: 'had its upgrade cancelled',
  refused: 'could not be upgraded',
  gone: 'was deleted',
} satisfies Partial<Record<MemberState, string>>;

type Failure = keyof typeof failures;

export const failureStates = Object.keys(failures) as Failure[];

export const isFailure = (state: MemberState | UpgradeState): state is Failure => state in failures;

export function settle(member: MemberFacts, targetVersion: string): MemberOutcome {
  const { state, reason, version, upgrade } = member;
  if (state !== 'waiting' && state !== 'under_way') return { state, reason };
  if (version === null) return { state: 'gone', reason: null };
  if (state === 'waiting' || upgrade?.hasEnded === false) return { state, reason };
  if (upgrade?.state === 'committed') return { state: 'upgraded', reason: upgrade.reason };
  // A new version that reported after the deadline.
  if (version === targetVersion) return { state: 'upgraded', reason: null };
  if (upgrade === null) return { state: 'failed', reason: 'Its upgrade is no longer on record.' };
  return { state: isFailure(upgrade.state) ? upgrade.state : 'failed', reason: upgrade.reason };
}

export type RolloutStep =
  | { kind: 'wait' | 'finish' }
  | { kind: 'stop'; reason: string }
  | { kind: 'ask'; group: MemberFacts[] };

/** Decides the next step from the members in their order: one group after another, and none after a failure. */
export function planRollout(state: RolloutRow['state'], members: readonly MemberFacts[]): RolloutStep {
  const step = planGroups(state, members, {
    isDone: (member) => member.state === 'upgraded' || member.state === 'skipped',
    isFailed: (member) => isFailure(member.state),
    isUnderWay: (member) => member.state === 'under_way',
    startsBesideOthers: false,
  });
  return step.kind === 'stop' ? { kind: 'stop', reason: failureReason(step.failed) } : step;
}

function failureReason([first, ...others]: readonly MemberFacts[]): string {
  if (first === undefined || !isFailure(first.state)) return '';
  const because = first.reason === null ? '' : `: ${first.reason}`;
  const more = others.length === 0 ? '' : `; ${others.length} more of its group failed`;
  return `${first.name} ${failures[first.state]}${because.replace(/\.$/, '')}${more}.`;
}
