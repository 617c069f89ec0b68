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
import { formatCount } from '../../display/format.ts';
import type { RolloutMembersQuery, UpgradeableFieldsFragment } from './operations.generated.ts';

export type Upgradeable = UpgradeableFieldsFragment;

export type OfferedRelease = NonNullable<ExecutorReleasesQuery['executorReleases']>[number];

type State = UpgradeState | UpgradeRolloutState | Exclude<UpgradeRolloutMemberState, 'under_way'>;

/** Any other state is a warning. */
const statesOf: Readonly<Partial<Record<StateLook['tone'], readonly State[]>>> = {
  busy: ['requested', 'fetching', 'rehearsing', 'switching', 'judging', 'running'],
  good: ['committed', 'finished', 'upgraded'],
  bad: ['rolled_back', 'failed', 'timed_out', 'stopped', 'refused', 'gone'],
  idle: ['cancelled', 'waiting', 'skipped'],
};
const tones = new Map(
  Object.entries(statesOf).flatMap(([tone, states]) =>
    states.map((state) => [state as string, tone as StateLook['tone']]),
  ),
);

const words: Readonly<Record<string, string>> = { committed: 'upgraded', refused: 'rejected', gone: 'removed' };

/** Returns the word and tone of the state of an upgrade, a rollout or its member; an unknown state shows its name. */
export const stateLook = (state: string): StateLook => ({
  word: words[state] ?? state.replace('_', ' '),
  tone: tones.get(state) ?? 'warning',
});

/** Returns whether an upgrade can still be cancelled: before it switches. */
export const isCancellable = (state: string): boolean => ['requested', 'fetching', 'rehearsing'].includes(state);

export type ShownRollout = NonNullable<UpgradeRolloutsQuery['upgradeRollouts']>[number];

export type ShownMember = NonNullable<RolloutMembersQuery['upgradeRollout']>['members'][number];

/** Returns the word and tone of a member, with the agent's progress during its upgrade. */
export function memberLook({ state, reason, upgrade }: ShownMember): StateLook & { why: string | null } {
  const why = reason ?? null;
  if (state === 'cancelled') return { ...stateLook(state), tone: 'bad', why };
  if (state !== 'under_way') return { ...stateLook(state), why };
  const { word, tone } = stateLook(upgrade?.state ?? 'requested');
  const { progress } = upgrade ?? {};
  return {
    tone,
    word: progress == null ? word : `${word}, ${Math.floor(progress * 100)} %`,
    why: upgrade?.reason ?? null,
  };
}

export function rolloutSentence({ state, reason, counts }: ShownRollout): string {
  const { waiting, underWay, skipped } = counts;
  const continuing = underWay === 0 ? '' : ` ${underWay} in progress will finish.`;
  switch (state) {
    case 'running':
      return `${underWay} in progress, ${waiting} waiting. You can close this page.`;
    case 'paused':
      return `Paused with ${waiting} waiting.${continuing}`;
    case 'stopped':
      return `${reason ?? ''} ${formatCount(waiting, 'host')} not started.${continuing}`.trim();
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
