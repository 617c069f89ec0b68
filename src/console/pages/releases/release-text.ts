import type { ErrorIssue } from '../../../client/error.ts';
import type { ExecutorReleasesQuery } from '../../../client/operations.generated.ts';
import type { ExecutorReleaseCreateInput, ExecutorReleaseUpdateInput } from '../../../contract/types.generated.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';

export type ReleaseRow = NonNullable<ExecutorReleasesQuery['executorReleases']>[number];

/** Lists the platforms of a release's archives, and its image. */
export const offerOf = ({ artifacts, image }: Pick<ReleaseRow, 'artifacts' | 'image'>): string =>
  [...artifacts.map(({ platform }) => platform), ...(image == null ? [] : ['image'])].join(', ');

const noTexts = { version: '', channel: 'stable', notes: '', lowestVersion: '' };
const noImage = { name: '', digest: '' };
const noArtifact = { platform: '', url: '', sizeBytes: '', sha256: '', signature: '' };

type ArtifactDraft = typeof noArtifact;

/** The form values of a release, as text. */
export type ReleaseDraft = typeof noTexts & { image: typeof noImage; artifacts: ArtifactDraft[] };

const platforms = ['linux-x64', 'linux-arm64'];

const withPlaces = (artifacts: readonly ArtifactDraft[]): ArtifactDraft[] => [
  ...artifacts,
  ...platforms
    .filter((platform) => artifacts.every((each) => each.platform !== platform))
    .map((platform) => ({ ...noArtifact, platform })),
];

export const emptyDraft = (): ReleaseDraft => ({ ...noTexts, image: noImage, artifacts: withPlaces([]) });

/** Parses release JSON, as `satrap releases create` takes it, into a form; `fault` describes invalid JSON. */
export function readRelease(text: string): { draft: ReleaseDraft } | { fault: string } {
  const found = jsonOrNull(text);
  if (!isRecord(found)) return { fault: 'Not a JSON object. Paste the whole file.' };
  if (typeof found['version'] !== 'string') return { fault: 'No version found. Paste the release.json of a release.' };
  const artifacts = Array.isArray(found['artifacts']) ? found['artifacts'].filter(isRecord) : [];
  return {
    draft: {
      ...textsIn(found, noTexts),
      image: textsIn(found['image'], noImage),
      artifacts: withPlaces(artifacts.map((each) => textsIn(each, noArtifact))),
    },
  };
}

/** Returns the fields of `defaults` as text, from `found` where it has them. */
const textsIn = <T extends Record<string, string>>(found: unknown, defaults: T): T =>
  Object.fromEntries(
    Object.entries(defaults).map(([key, text]) => {
      const value = isRecord(found) ? found[key] : undefined;
      return [key, typeof value === 'string' || typeof value === 'number' ? String(value) : text];
    }),
  ) as T;

/** Returns the release of a form without empty archives. The control plane validates the rest. */
export function releaseOf({ version, channel, notes, image, ...draft }: ReleaseDraft): ExecutorReleaseCreateInput {
  const lowestVersion = draft.lowestVersion.trim();
  const name = image.name.trim();
  return {
    version: version.trim(),
    channel: channel.trim(),
    notes,
    ...(lowestVersion === '' ? {} : { lowestVersion }),
    ...(name === '' ? {} : { image: { name, digest: image.digest.trim() } }),
    artifacts: draft.artifacts.filter(isFilled).map(({ platform, url, sizeBytes, sha256, signature }) => ({
      platform,
      url: url.trim(),
      sizeBytes: Number(sizeBytes) || 0,
      sha256: sha256.trim(),
      // The file ends with a newline.
      signature: `${signature.trim()}\n`,
    })),
  };
}

/** Maps validation errors to form fields. */
export function faultsOf(draft: ReleaseDraft, issues: readonly ErrorIssue[]): Record<string, string> {
  const sent = draft.artifacts.flatMap((artifact, index) => (isFilled(artifact) ? [index] : []));
  const fieldOf = ([, field = '', second, third]: readonly string[]) => {
    if (field === 'image') return `image.${second ?? 'name'}`;
    if (field !== 'artifacts') return field;
    return third === undefined ? 'version' : `artifacts.${sent[Number(second)]}.${third}`;
  };
  return Object.fromEntries(issues.map(({ path, message }) => [fieldOf(path), message]));
}

const isFilled = ({ url, sha256 }: ArtifactDraft): boolean => url.trim() !== '' || sha256.trim() !== '';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
