import type { ExecutorReleasesQuery } from '../../../client/operations.generated.ts';
import type { ExecutorReleaseCreateInput, ExecutorReleaseUpdateInput } from '../../../contract/types.generated.ts';

export type ReleaseRow = NonNullable<ExecutorReleasesQuery['executorReleases']>[number];

/** Says what a release is for: the platforms of its archives, and whether there is an image. */
export const offerOf = ({ artifacts, image }: Pick<ReleaseRow, 'artifacts' | 'image'>): string =>
  [...artifacts.map(({ platform }) => platform), ...(image == null ? [] : ['image'])].join(', ');

/** What a form for a release holds: texts, as people type them. */
export interface ReleaseDraft {
  version: string;
  channel: string;
  notes: string;
  lowestVersion: string;
  artifacts: ArtifactDraft[];
  imageName: string;
  imageDigest: string;
}

interface ArtifactDraft {
  platform: string;
  url: string;
  sizeBytes: string;
  sha256: string;
  signature: string;
}

const platforms = ['linux-x64', 'linux-arm64'];

const emptyArtifact = (platform: string): ArtifactDraft => ({
  ...{ platform, url: '', sizeBytes: '', sha256: '', signature: '' },
});

export const emptyDraft = (): ReleaseDraft => ({
  ...{ version: '', channel: 'stable', notes: '', lowestVersion: '', imageName: '', imageDigest: '' },
  artifacts: withPlaces([]),
});

/** Reads the JSON of a release, as `satrap releases create` takes it, into a form; `fault` says what is wrong with it. */
export function readRelease(text: string): { draft: ReleaseDraft } | { fault: string } {
  const found = parse(text);
  if (!isRecord(found)) return { fault: 'This is no JSON object: paste the whole file.' };
  if (typeof found['version'] !== 'string') return { fault: 'It has no version: is it the description of a release?' };
  const artifacts = Array.isArray(found['artifacts']) ? found['artifacts'].filter(isRecord) : [];
  const image = isRecord(found['image']) ? found['image'] : {};
  return {
    draft: {
      ...{ version: textOf(found['version']), channel: textOf(found['channel'], 'stable') },
      ...{ notes: textOf(found['notes']), lowestVersion: textOf(found['lowestVersion']) },
      ...{ imageName: textOf(image['name']), imageDigest: textOf(image['digest']) },
      artifacts: withPlaces(
        artifacts.map((each) => ({
          ...{ platform: textOf(each['platform']), url: textOf(each['url']), sizeBytes: textOf(each['sizeBytes']) },
          ...{ sha256: textOf(each['sha256']), signature: textOf(each['signature']) },
        })),
      ),
    },
  };
}

const withPlaces = (artifacts: readonly ArtifactDraft[]): ArtifactDraft[] => [
  ...artifacts,
  ...platforms.filter((platform) => artifacts.every((each) => each.platform !== platform)).map(emptyArtifact),
];

/** Returns the release that a form describes: archives without an address are left out. The control plane checks the rest. */
export function releaseOf(draft: ReleaseDraft): ExecutorReleaseCreateInput {
  const { imageName, imageDigest } = draft;
  const lowestVersion = draft.lowestVersion.trim();
  return {
    ...{ version: draft.version.trim(), channel: draft.channel.trim(), notes: draft.notes },
    ...(lowestVersion === '' ? {} : { lowestVersion }),
    ...(imageName.trim() === '' ? {} : { image: { name: imageName.trim(), digest: imageDigest.trim() } }),
    artifacts: draft.artifacts.filter(isFilled).map(({ platform, url, sizeBytes, sha256, signature }) => ({
      ...{ platform, url: url.trim(), sizeBytes: Number(sizeBytes) || 0, sha256: sha256.trim() },
      // The last line of the file ends.
      signature: `${signature.trim()}\n`,
    })),
  };
}

/** Returns the fields of a form that faults of a release are about, each with what is wrong. */
export function faultsOf(
  draft: ReleaseDraft,
  issues: readonly { path: readonly (string | number)[]; message: string }[],
): Record<string, string> {
  const sent = draft.artifacts.flatMap((artifact, index) => (isFilled(artifact) ? [index] : []));
  return Object.fromEntries(
    issues.map(({ path, message }) => {
      const [, field = '', second, third] = path;
      if (field === 'image') return [second === 'digest' ? 'imageDigest' : 'imageName', message];
      if (field !== 'artifacts') return [field, message];
      return third === undefined ? ['version', message] : [`artifacts.${sent[Number(second)]}.${third}`, message];
    }),
  );
}

const isFilled = ({ url, sha256 }: ArtifactDraft): boolean => url.trim() !== '' || sha256.trim() !== '';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown, fallback = ''): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : fallback;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Anyone who pasted it is told.
    return undefined;
  }
}

interface ReleaseTexts {
  channel: string;
  notes: string;
  /** Empty for one that was not withdrawn. */
  withdrawnReason: string;
}

type Changeable = Pick<ReleaseRow, 'channel' | 'notes' | 'withdrawnAt' | 'withdrawnReason'>;

export const textsOf = ({ channel, notes, withdrawnReason }: Changeable): ReleaseTexts => ({
  ...{ channel, notes, withdrawnReason: withdrawnReason ?? '' },
});

/** Returns what differs from what a release has; null where nothing does. Without a reason it would be offered again: that has an act of its own. */
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
