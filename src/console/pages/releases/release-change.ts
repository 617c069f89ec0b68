import type { ExecutorReleaseUpdateInput } from '../../../contract/types.generated.ts';
import type { ReleaseRow } from './shown-release.ts';

/** What people read of a release, as they type it. */
export interface ReleaseTexts {
  channel: string;
  notes: string;
  /** Empty for one that was not withdrawn. */
  withdrawnReason: string;
}

type Changeable = Pick<ReleaseRow, 'channel' | 'notes' | 'withdrawnAt' | 'withdrawnReason'>;

/** Begins with what a release has. Pure. */
export const textsOf = ({ channel, notes, withdrawnReason }: Changeable): ReleaseTexts => ({
  ...{ channel, notes, withdrawnReason: withdrawnReason ?? '' },
});

/** Returns what differs from what a release has; null where nothing does. Without a reason it would be offered again: that has an act of its own. Pure. */
export function changeOf(texts: ReleaseTexts, release: Changeable): ExecutorReleaseUpdateInput | null {
  const channel = texts.channel.trim();
  const reason = texts.withdrawnReason.trim();
  const isOtherReason = release.withdrawnAt != null && reason !== '' && reason !== release.withdrawnReason;
  const change = {
    ...(channel === '' || channel === release.channel ? {} : { channel }),
    ...(texts.notes === release.notes ? {} : { notes: texts.notes }),
    ...(isOtherReason ? { withdrawnReason: reason } : {}),
  };
  return Object.keys(change).length === 0 ? null : change;
}
