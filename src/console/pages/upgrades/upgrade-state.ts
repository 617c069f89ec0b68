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
  requested: { word: 'requested', tone: 'busy' },
  fetching: { word: 'fetching', tone: 'busy' },
  rehearsing: { word: 'rehearsing', tone: 'busy' },
  switching: { word: 'switching', tone: 'busy' },
  judging: { word: 'judging', tone: 'busy' },
  committed: { word: 'upgraded', tone: 'good' },
  rolled_back: { word: 'rolled back', tone: 'bad' },
  failed: { word: 'failed', tone: 'bad' },
  cancelled: { word: 'cancelled', tone: 'idle' },
  timed_out: { word: 'timed out', tone: 'bad' },
};

/** Returns the word and tone of an upgrade's state; an unknown state shows its name. */
export const upgradeLook = (state: string): StateLook =>
  looks[state as UpgradeState] ?? { word: state, tone: 'warning' };

/** Returns whether an upgrade can still be cancelled: before it switches. */
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

/** Returns the word and tone of a rollout's state; an unknown state shows its name. */
export const rolloutLook = (state: string): StateLook =>
  rolloutLooks[state as UpgradeRolloutState] ?? { word: state, tone: 'warning' };

const memberLooks: Readonly<Record<Exclude<UpgradeRolloutMemberState, 'under_way'>, StateLook>> = {
  waiting: { word: 'waiting', tone: 'idle' },
  upgraded: { word: 'upgraded', tone: 'good' },
  rolled_back: { word: 'rolled back', tone: 'bad' },
  failed: { word: 'failed', tone: 'bad' },
  timed_out: { word: 'timed out', tone: 'bad' },
  cancelled: { word: 'cancelled', tone: 'bad' },
  refused: { word: 'rejected', tone: 'bad' },
  gone: { word: 'removed', tone: 'bad' },
  skipped: { word: 'skipped', tone: 'idle' },
};

/** Returns the word and tone of a member, with the agent's progress during its upgrade. */
export function memberLook({ state, reason, upgrade }: ShownMember): StateLook & { why: string | null } {
  if (state !== 'under_way')
    return { ...(memberLooks[state] ?? { word: state, tone: 'warning' }), why: reason ?? null };
  const { word, tone } = upgradeLook(upgrade?.state ?? 'requested');
  const { progress } = upgrade ?? {};
  return { tone, word: progress == null ? word : `${word}, ${progress} %`, why: upgrade?.reason ?? null };
}

/** Returns a line for each member with a reason. */
export const memberReasons = (members: readonly ShownMember[]): string[] =>
  members.flatMap((member) => {
    const { why } = memberLook(member);
    return why === null ? [] : [`${member.executor?.name ?? member.id}: ${why}`];
  });

export function rolloutSentence({ state, reason, counts }: ShownRollout): string {
  const { waiting, underWay, skipped } = counts;
  const continuing = underWay === 0 ? '' : ` ${underWay} in progress will finish.`;
  switch (state) {
    case 'running':
      return 'Upgrading one group at a time. You can close this page.';
    case 'paused':
      return `Paused with ${waiting} waiting.${continuing}`;
    case 'stopped':
      return `${reason ?? ''} ${waiting} not started.${continuing}`.trim();
    case 'finished':
      return skipped === 0 ? 'All hosts upgraded.' : `${skipped} skipped.`;
    case 'cancelled':
      return `No further upgrades start.${continuing}`;
    default:
      return '';
  }
}

const judged = ({ status, ...executor }: Upgradeable): JudgedExecutor => ({ ...executor, online: status === 'online' });

/** Returns why a host cannot be upgraded to any release; null if it can. */
export const generalObstacle = (executor: Upgradeable): string | null =>
  judgeExecutor(judged(executor))?.message ?? null;

/** Returns why a host cannot be upgraded to a release; null if it can. The control plane checks again. */
export const obstacle = (executor: Upgradeable, release: JudgedRelease): string | null =>
  judgeUpgrade(judged(executor), release, executor.upgrade)?.message ?? null;
