import type { UpgradeRolloutMemberState, UpgradeRolloutState } from '../../../contract/types.generated.ts';
import type { StateLook } from '../../display/values/state-look.ts';
import type { RolloutFieldsFragment, RolloutMembersQuery } from './operations.generated.ts';
import { upgradeLook } from './shown-upgrade.ts';

export type ShownRollout = RolloutFieldsFragment;

export type ShownMember = NonNullable<RolloutMembersQuery['upgradeRollout']>['members'][number];

const rolloutLooks: Readonly<Record<UpgradeRolloutState, StateLook>> = {
  running: { word: 'running', tone: 'busy' },
  paused: { word: 'paused', tone: 'warning' },
  stopped: { word: 'stopped', tone: 'bad' },
  finished: { word: 'finished', tone: 'good' },
  cancelled: { word: 'cancelled', tone: 'idle' },
};

/** How a state of a rollout is shown; one that this console does not know as it is named. Pure. */
export const rolloutLook = (state: string): StateLook =>
  rolloutLooks[state as UpgradeRolloutState] ?? { word: state, tone: 'warning' };

const memberLooks: Readonly<Record<Exclude<UpgradeRolloutMemberState, 'under_way'>, StateLook>> = {
  waiting: { word: 'waits', tone: 'idle' },
  upgraded: { word: 'upgraded', tone: 'good' },
  rolled_back: { word: 'went back', tone: 'bad' },
  failed: { word: 'failed', tone: 'bad' },
  timed_out: { word: 'ran out of time', tone: 'bad' },
  cancelled: { word: 'cancelled', tone: 'bad' },
  refused: { word: 'refused', tone: 'bad' },
  gone: { word: 'gone', tone: 'bad' },
  skipped: { word: 'left out', tone: 'idle' },
};

/** How a member is shown, with what its agent says while its upgrade is under way. Pure. */
export function memberLook({ state, reason, upgrade }: ShownMember): StateLook & { why: string | null } {
  if (state !== 'under_way')
    return { ...(memberLooks[state] ?? { word: state, tone: 'warning' }), why: reason ?? null };
  const { word, tone } = upgradeLook(upgrade?.state ?? 'requested');
  const { progress } = upgrade ?? {};
  return { tone, word: progress == null ? word : `${word}, ${progress} %`, why: upgrade?.reason ?? null };
}

/** Returns what is known of why members are where they are, a line for each of them. Pure. */
export const memberReasons = (members: readonly ShownMember[]): string[] =>
  members.flatMap((member) => {
    const { why } = memberLook(member);
    return why === null ? [] : [`${member.executor?.name ?? member.id}: ${why}`];
  });

const were = (count: number): string => `${count} ${count === 1 ? 'was' : 'were'}`;

/** Says what a rollout does, and what follows. Pure. */
export function rolloutSentence({ state, reason, counts }: ShownRollout): string {
  const { waiting, underWay, skipped } = counts;
  const goesOn = underWay === 0 ? '' : ` ${underWay} under way ${underWay === 1 ? 'goes' : 'go'} on.`;
  switch (state) {
    case 'running':
      return 'The control plane asks the next group when the present one is done. You may close this page.';
    case 'paused':
      return `No further group is asked: ${waiting} ${waiting === 1 ? 'waits' : 'wait'}.${goesOn}`;
    case 'stopped':
      return `${reason ?? ''} ${were(waiting)} not asked.${goesOn}`.trim();
    case 'finished':
      return skipped === 0 ? 'All are upgraded.' : `${were(skipped)} left out.`;
    case 'cancelled':
      return `Nobody else is asked.${goesOn}`;
    default:
      return '';
  }
}
