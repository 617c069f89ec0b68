import type { UpgradeState } from '../../../contract/types.generated.ts';
import type { StateLook } from '../../display/values/state-look.ts';
import type { OfferedReleasesQuery, UpgradeableFieldsFragment } from './operations.generated.ts';

/** An executor with what its upgrade depends on. */
export type Upgradeable = UpgradeableFieldsFragment;

/** A release that was not withdrawn. */
export type OfferedRelease = NonNullable<OfferedReleasesQuery['executorReleases']>[number];

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

/** How a state of an upgrade is shown; one that this console does not know as it is named. Pure. */
export const upgradeLook = (state: string): StateLook =>
  looks[state as UpgradeState] ?? { word: state, tone: 'warning' };

/** Returns whether an upgrade can still be taken back: until it switches. Pure. */
export const isCancellable = (state: string): boolean => ['requested', 'fetching', 'rehearsing'].includes(state);
