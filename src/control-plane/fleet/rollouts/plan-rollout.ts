import type {
  UpgradeRolloutMemberState,
  UpgradeRolloutState,
  UpgradeState,
} from '../../../contract/types.generated.ts';

/** How far a member is, or how it ended. */
export interface MemberOutcome {
  state: UpgradeRolloutMemberState;
  reason: string | null;
}

export interface MemberFacts extends MemberOutcome {
  position: number;
  groupNumber: number;
  name: string;
  /** Of its agent; null once the executor was deleted. */
  version: string | null;
  /** The request that was made of it last; null before that, and once it is forgotten. */
  upgrade: { state: UpgradeState; reason: string | null; hasEnded: boolean } | null;
}

const failures = {
  rolled_back: 'went back to the version that it had',
  failed: 'was not upgraded',
  timed_out: 'did not finish its upgrade in time',
  cancelled: 'is no longer to be upgraded',
  refused: 'could not be asked',
  gone: 'was deleted',
} satisfies Partial<Record<UpgradeRolloutMemberState, string>>;

type Failure = keyof typeof failures;

export const isFailure = (state: UpgradeRolloutMemberState): state is Failure => state in failures;

/** What the end of an upgrade makes of its member. */
const endStates: Partial<Record<UpgradeState, Failure>> = {
  rolled_back: 'rolled_back',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
};

/** Returns what has become of a member since it was looked at last. Pure. */
export function settle(member: MemberFacts, targetVersion: string): MemberOutcome {
  const { state, reason, version, upgrade } = member;
  if (state !== 'waiting' && state !== 'under_way') return { state, reason };
  if (version === null) return { state: 'gone', reason: null };
  if (state === 'waiting' || upgrade?.hasEnded === false) return { state, reason };
  if (upgrade?.state === 'committed') return { state: 'upgraded', reason: upgrade.reason };
  // A new version that reported after its time was over.
  if (version === targetVersion) return { state: 'upgraded', reason: null };
  if (upgrade === null) return { state: 'failed', reason: 'Nothing is known of its upgrade any more.' };
  return { state: endStates[upgrade.state] ?? 'failed', reason: upgrade.reason };
}

/** What a rollout does next. */
export type RolloutStep =
  | { kind: 'wait' | 'finish' }
  | { kind: 'stop'; reason: string }
  | { kind: 'ask'; group: MemberFacts[] };

/** Returns what follows from the members of a rollout, in their order: one group after the other, and nothing after a failure. Pure. */
export function planRollout(state: UpgradeRolloutState, members: readonly MemberFacts[]): RolloutStep {
  if (state !== 'running' && state !== 'paused') return { kind: 'wait' };
  const unfinished = members.find((member) => member.state !== 'upgraded' && member.state !== 'skipped');
  if (unfinished === undefined) return { kind: 'finish' };
  const group = members.filter(({ groupNumber }) => groupNumber === unfinished.groupNumber);
  const failed = group.filter((member) => isFailure(member.state));
  if (failed.length > 0) return { kind: 'stop', reason: failureReason(failed) };
  if (state === 'paused' || group.some((member) => member.state === 'under_way')) return { kind: 'wait' };
  return { kind: 'ask', group: group.filter((member) => member.state === 'waiting') };
}

function failureReason([first, ...others]: readonly MemberFacts[]): string {
  if (first === undefined || !isFailure(first.state)) return '';
  const because = first.reason === null ? '' : `: ${first.reason}`;
  const more = others.length === 0 ? '' : `; and ${others.length} more of its group failed`;
  return `${first.name} ${failures[first.state]}${because.replace(/\.$/, '')}${more}.`;
}
