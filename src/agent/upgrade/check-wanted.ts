import { lt, valid } from 'semver';
import type {
  DesiredUpgrade,
  ReleaseArtifact,
  ReleaseImage,
  UpgradabilityInput,
} from '../../contract/types.generated.ts';

export interface WantedContext {
  version: string;
  channel: string;
  upgradability: UpgradabilityInput;
}

type Refusal = { refusal: string };

/**
 * Returns the archive of a request, or why this agent refuses it: the safety of its host must not depend on another
 * machine's checks.
 */
export function checkWanted(wanted: DesiredUpgrade, context: WantedContext): ReleaseArtifact | Refusal {
  const { artifact, targetVersion } = wanted;
  const { platform } = context.upgradability;
  const refusal = whyRefused(wanted, context);
  if (refusal !== null) return { refusal };
  if (!artifact) return { refusal: `version ${targetVersion} has no archive for ${platform}` };
  if (artifact.platform !== platform)
    return { refusal: `the archive is for ${artifact.platform}, but this host is ${platform}` };
  return artifact;
}

/**
 * Returns the image of a request, or why this agent refuses it. Only images of the container's own `repositories` are
 * accepted.
 */
export function checkWantedImage(
  wanted: DesiredUpgrade,
  context: WantedContext,
  repositories: readonly string[],
): ReleaseImage | Refusal {
  const { image, targetVersion } = wanted;
  const refusal = whyRefused(wanted, context);
  if (refusal !== null) return { refusal };
  if (!image) return { refusal: `version ${targetVersion} has no image` };
  if (!/^sha256:[0-9a-f]{64}$/.test(image.digest)) return { refusal: 'the release’s image has no digest' };
  if (!repositories.includes(image.name))
    return {
      refusal: `the release’s image is ${image.name}, but the agent’s container uses ${repositories.join(', ')}; recreate it once from ${image.name}`,
    };
  return image;
}

function whyRefused(
  { targetVersion, channel }: DesiredUpgrade,
  { version, channel: own, upgradability: { canUpgrade, reason } }: WantedContext,
): string | null {
  if (!canUpgrade) return reason ?? 'this agent cannot be upgraded';
  if (targetVersion.length > 64 || valid(targetVersion) !== targetVersion)
    return `${JSON.stringify(targetVersion.slice(0, 64))} is not a valid version`;
  if (valid(version) === null) return `the running version ${version} is not a semantic version`;
  if (!lt(version, targetVersion))
    return `${targetVersion} is older than the running version ${version}; to roll back, run on the host: satrap agent rollback`;
  if (channel !== own) return `${targetVersion} is in channel ${channel}, but this host follows ${own}`;
  return null;
}
