import type { ExecutorReleasesQuery } from '../../../client/operations.generated.ts';
import type { ExecutorReleaseCreateInput, ExecutorReleaseUpdateInput } from '../../../contract/types.generated.ts';

export type ReleaseRow = NonNullable<ExecutorReleasesQuery['executorReleases']>[number];

/** Lists the platforms of a release's archives, and its image. */
export const offerOf = ({ artifacts, image }: Pick<ReleaseRow, 'artifacts' | 'image'>): string =>
  [...artifacts.map(({ platform }) => platform), ...(image == null ? [] : ['image'])].join(', ');

/** The form values of a release, as text. */
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

/** Parses release JSON, as `satrap releases create` takes it, into a form; `fault` describes invalid JSON. */
export function readRelease(text: string): { draft: ReleaseDraft } | { fault: string } {
  const found = parse(text);
  if (!isRecord(found)) return { fault: 'Not a JSON object. Paste the whole file.' };
  if (typeof found['version'] !== 'string') return { fault: 'No version found. Paste the release.json of a release.' };
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

/** Returns the release of a form without empty archives. The control plane validates the rest. */
export function releaseOf(draft: ReleaseDraft): ExecutorReleaseCreateInput {
  const { imageName, imageDigest } = draft;
  const lowestVersion = draft.lowestVersion.trim();
  return {
    ...{ version: draft.version.trim(), channel: draft.channel.trim(), notes: draft.notes },
    ...(lowestVersion === '' ? {} : { lowestVersion }),
    ...(imageName.trim() === '' ? {} : { image: { name: imageName.trim(), digest: imageDigest.trim() } }),
    artifacts: draft.artifacts.filter(isFilled).map(({ platform, url, sizeBytes, sha256, signature }) => ({
      ...{ platform, url: url.trim(), sizeBytes: Number(sizeBytes) || 0, sha256: sha256.trim() },
      // The file ends with a newline.
      signature: `${signature.trim()}\n`,
    })),
  };
}

/** Maps validation errors to form fields. */
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
    // The caller reports invalid JSON.
    return undefined;
  }
}

interface ReleaseTexts {
  channel: string;
  notes: string;
  /** Empty if not withdrawn. */
  withdrawnReason: string;
}

type Changeable = Pick<ReleaseRow, 'channel' | 'notes' | 'withdrawnAt' | 'withdrawnReason'>;

export const textsOf = ({ channel, notes, withdrawnReason }: Changeable): ReleaseTexts => ({
  ...{ channel, notes, withdrawnReason: withdrawnReason ?? '' },
});

/** Returns the changed fields; null without changes. An empty reason is ignored: it would reinstate the release. */
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
