import type { ExecutorReleasesQuery, UpgradeRolloutsQuery } from '../../../client/operations.generated.ts';
import {
  type JudgedExecutor,
  type JudgedRelease,
  judgeExecutor,
  judgeUpgrade,
} from '../../../contract/judge-upgrade.ts';
import type {
  UpgradeRolloutMemberState,
  UpgradeRolloutState,
  UpgradeState,
} from '../../../contract/types.generated.ts';
import type { StateLook } from '../../display/format.ts';
import type { RolloutMembersQuery, UpgradeableFieldsFragment } from './operations.generated.ts';

export type Upgradeable = UpgradeableFieldsFragment;

export type OfferedRelease = NonNullable<ExecutorReleasesQuery['executorReleases']>[number];

const looks: Readonly<Record<UpgradeState, StateLook>> = {
  requested: { word: 'asked for', tone: 'busy' },
  fetching: { word: 'fetching', tone: 'busy' },
  rehearsing: { word: 'rehearsing', tone: 'busy' },
  switching: { word: 'switching', tone: 'busy' },
  judging: { word: 'judging', tone: 'busy' },
  committed: { word: 'upgraded', tone: 'good' },
  rolled_back: { word: 'went back', tone: 'bad' },
  failed: { word: 'failed', tone: 'bad' },
  cancelled: { word: 'cancelled', tone: 'idle' },
  timed_out: { word: 'ran out of time', tone: 'bad' },
};

/** How a state of an upgrade is shown; one that this console does not know as it is named. */
export const upgradeLook = (state: string): StateLook =>
  looks[state as UpgradeState] ?? { word: state, tone: 'warning' };

/** Returns whether an upgrade can still be cancelled: until it switches. */
export const isCancellable = (state: string): boolean => ['requested', 'fetching', 'rehearsing'].includes(state);

export type ShownRollout = NonNullable<UpgradeRolloutsQuery['upgradeRollouts']>[number];

export type ShownMember = NonNullable<RolloutMembersQuery['upgradeRollout']>['members'][number];

const rolloutLooks: Readonly<Record<UpgradeRolloutState, StateLook>> = {
  running: { word: 'running', tone: 'busy' },
  paused: { word: 'paused', tone: 'warning' },
  stopped: { word: 'stopped', tone: 'bad' },
  finished: { word: 'finished', tone: 'good' },
  cancelled: { word: 'cancelled', tone: 'idle' },
};

/** How a state of a rollout is shown; one that this console does not know as it is named. */
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

/** How a member is shown, with what its agent says while its upgrade is under way. */
export function memberLook({ state, reason, upgrade }: ShownMember): StateLook & { why: string | null } {
  if (state !== 'under_way')
    return { ...(memberLooks[state] ?? { word: state, tone: 'warning' }), why: reason ?? null };
  const { word, tone } = upgradeLook(upgrade?.state ?? 'requested');
  const { progress } = upgrade ?? {};
  return { tone, word: progress == null ? word : `${word}, ${progress} %`, why: upgrade?.reason ?? null };
}

/** Returns what is known of why members are where they are, a line for each of them. */
export const memberReasons = (members: readonly ShownMember[]): string[] =>
  members.flatMap((member) => {
    const { why } = memberLook(member);
    return why === null ? [] : [`${member.executor?.name ?? member.id}: ${why}`];
  });

const were = (count: number): string => `${count} ${count === 1 ? 'was' : 'were'}`;

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

const judged = ({ status, ...executor }: Upgradeable): JudgedExecutor => ({ ...executor, online: status === 'online' });

/** Returns why an executor cannot be upgraded to any release now; null where nothing stands against it. */
export const generalObstacle = (executor: Upgradeable): string | null =>
  judgeExecutor(judged(executor))?.message ?? null;

/** Returns why an executor cannot be upgraded to a release; null where it can. The control plane judges it again. */
export const obstacle = (executor: Upgradeable, release: JudgedRelease): string | null =>
  judgeUpgrade(judged(executor), release, executor.upgrade)?.message ?? null;
