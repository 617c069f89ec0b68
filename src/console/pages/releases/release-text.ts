import type { ExecutorReleasesQuery } from '../../../client/operations.generated.ts';
import type { ExecutorReleaseCreateInput, ExecutorReleaseUpdateInput } from '../../../contract/types.generated.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';

export type ReleaseRow = NonNullable<ExecutorReleasesQuery['executorReleases']>[number];

/** Lists the platforms of a release's archives, and its image. */
export const offerOf = ({ artifacts, image }: Pick<ReleaseRow, 'artifacts' | 'image'>): string =>
  [...artifacts.map(({ platform }) => platform), ...(image == null ? [] : ['container image'])].join(', ');

/** Parses a `release.json`; null if the text is something else. The control plane checks its values. */
export function readRelease(text: string): ExecutorReleaseCreateInput | null {
  const found = jsonOrNull(text) as Partial<ExecutorReleaseCreateInput> | null;
  const isRelease = typeof found?.version === 'string' && Array.isArray(found.artifacts);
  return isRelease && found.artifacts?.every((each) => typeof each?.sizeBytes === 'number')
    ? (found as ExecutorReleaseCreateInput)
    : null;
}

type Changeable = Pick<ReleaseRow, 'channel' | 'notes' | 'withdrawnAt' | 'withdrawnReason'>;

/** Returns the editable texts of a release; the reason is empty if it is not withdrawn. */
export const textsOf = ({ channel, notes, withdrawnReason }: Changeable) => ({
  channel,
  notes,
  withdrawnReason: withdrawnReason ?? '',
});

/** Returns the changed fields; null without changes. An empty reason is ignored: it would reinstate the release. */
export function changeOf(texts: ReturnType<typeof textsOf>, release: Changeable): ExecutorReleaseUpdateInput | null {
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
