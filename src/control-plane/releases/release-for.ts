import type { ReleaseArtifact, ReleaseImage, UpgradabilityInput } from '../../contract/types.generated.ts';
import type { ReleaseRow } from './table.ts';

/** What an agent is upgraded with. */
export interface Delivery {
  artifact: ReleaseArtifact | null;
  image: ReleaseImage | null;
}

/** Returns what an agent of this platform and packaging takes of a release; null where the release has nothing for it. Pure. */
export function releaseFor(
  { artifacts, image }: Pick<ReleaseRow, 'artifacts' | 'image'>,
  { platform, packaging }: Pick<UpgradabilityInput, 'platform' | 'packaging'>,
): Delivery | null {
  if (packaging === 'image') return image === null ? null : { artifact: null, image };
  const artifact = artifacts.find((each) => each.platform === platform);
  return artifact === undefined ? null : { artifact, image: null };
}
