import type { UpgradabilityInput } from './types.generated.ts';

/** Returns the artifact of a release for an agent's platform and packaging; null if none exists. */
export function releaseFor<Artifact extends { platform: string }, Image>(
  { artifacts, image }: { artifacts: readonly Artifact[]; image: Image | null },
  { platform, packaging }: Pick<UpgradabilityInput, 'platform' | 'packaging'>,
): { artifact: Artifact | null; image: Image | null } | null {
  if (packaging === 'image') return image === null ? null : { artifact: null, image };
  const artifact = artifacts.find((each) => each.platform === platform);
  return artifact === undefined ? null : { artifact, image: null };
}
