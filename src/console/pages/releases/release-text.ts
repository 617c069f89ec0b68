import type { ExecutorReleaseCreateInput } from '../../../contract/types.generated.ts';

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

/** The archive for one platform. */
export interface ArtifactDraft {
  platform: string;
  url: string;
  sizeBytes: string;
  sha256: string;
  signature: string;
}

/** The platforms that agents have archives for. */
const platforms = ['linux-x64', 'linux-arm64'];

const emptyArtifact = (platform: string): ArtifactDraft => ({
  ...{ platform, url: '', sizeBytes: '', sha256: '', signature: '' },
});

export const emptyDraft = (): ReleaseDraft => ({
  ...{ version: '', channel: 'stable', notes: '', lowestVersion: '', imageName: '', imageDigest: '' },
  artifacts: withPlaces([]),
});

/** Reads the JSON of a release, as `satrap releases create` takes it, into a form; `fault` says what is wrong with it. Pure. */
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

/** Adds an empty place for each platform that is not there. */
const withPlaces = (artifacts: readonly ArtifactDraft[]): ArtifactDraft[] => [
  ...artifacts,
  ...platforms.filter((platform) => artifacts.every((each) => each.platform !== platform)).map(emptyArtifact),
];

/** Returns the release that a form describes: archives without an address are left out. The control plane checks the rest. Pure. */
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

/** Returns the fields of a form that faults of a release are about, each with what is wrong. Pure. */
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
    // Whoever pasted it is told.
    return undefined;
  }
}
