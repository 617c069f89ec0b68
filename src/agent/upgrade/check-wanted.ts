import { lt, valid } from 'semver';
import type { DesiredUpgrade, ReleaseArtifact, UpgradabilityInput } from '../../contract/types.generated.ts';
import { UpgradeFailed } from './upgrade-error.ts';

export interface WantedContext {
  version: string;
  channel: string;
  upgradability: UpgradabilityInput;
}

/** Returns the archive of a request. Throws UpgradeFailed: a host must not rely on another machine's checks. */
export function checkWanted(wanted: DesiredUpgrade, context: WantedContext): ReleaseArtifact {
  const { artifact, targetVersion } = wanted;
  const { platform } = context.upgradability;
  checkVersion(wanted, context);
  if (!artifact) throw new UpgradeFailed(`version ${targetVersion} has no archive for ${platform}`);
  if (artifact.platform !== platform)
    throw new UpgradeFailed(`the archive is for ${artifact.platform}, but this host is ${platform}`);
  return artifact;
}

/** The same for the image of a request. Only images of the container's own `repositories` are accepted. */
export function checkWantedImage(wanted: DesiredUpgrade, context: WantedContext, repositories: readonly string[]) {
  const { image, targetVersion } = wanted;
  checkVersion(wanted, context);
  if (!image) throw new UpgradeFailed(`version ${targetVersion} has no image`);
  if (!/^sha256:[0-9a-f]{64}$/.test(image.digest)) throw new UpgradeFailed('the release’s image has no digest');
  if (!repositories.includes(image.name))
    throw new UpgradeFailed(
      `the release’s image is ${image.name}, but the agent’s container uses ${repositories.join(', ')}; recreate it once from ${image.name}`,
    );
  return image;
}

function checkVersion({ targetVersion, channel }: DesiredUpgrade, context: WantedContext): void {
  const { version, channel: own, upgradability } = context;
  if (!upgradability.canUpgrade) throw new UpgradeFailed(upgradability.reason ?? 'this agent cannot be upgraded');
  if (targetVersion.length > 64 || valid(targetVersion) !== targetVersion)
    throw new UpgradeFailed(`${JSON.stringify(targetVersion.slice(0, 64))} is not a valid version`);
  if (valid(version) === null) throw new UpgradeFailed(`the running version ${version} is not a semantic version`);
  if (!lt(version, targetVersion))
    throw new UpgradeFailed(
      `${targetVersion} is older than the running version ${version}; to roll back, run on the host: satrap agent rollback`,
    );
  if (channel !== own)
    throw new UpgradeFailed(`${targetVersion} is in channel ${channel}, but this host follows ${own}`);
}
