import type { UpgradabilityInput } from './types.generated.ts';

/** Returns what an agent of this platform and packaging takes of a release; null where the release has nothing for it. Pure. */
export function releaseFor<Artifact extends { platform: string }, Image>(
  { artifacts, image }: { artifacts: readonly Artifact[]; image: Image | null },
  { platform, packaging }: Pick<UpgradabilityInput, 'platform' | 'packaging'>,
): { artifact: Artifact | null; image: Image | null } | null {
  if (packaging === 'image') return image === null ? null : { artifact: null, image };
  const artifact = artifacts.find((each) => each.platform === platform);
  return artifact === undefined ? null : { artifact, image: null };
}
