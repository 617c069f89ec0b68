import { lt, valid } from 'semver';
import type { DesiredUpgrade, ReleaseArtifact, UpgradabilityInput } from '../../contract/types.generated.ts';

export interface WantedContext {
  /** The running version. */
  version: string;
  /** The channel that the operator of this host lets it follow. */
  channel: string;
  upgradability: UpgradabilityInput;
}

/** Returns the archive of a request, or why this agent does not do it: the safety of its host must not rest on another machine's checks. Pure. */
export function checkWanted(
  { targetVersion, channel, artifact }: DesiredUpgrade,
  { version, channel: own, upgradability }: WantedContext,
): ReleaseArtifact | { refusal: string } {
  const { canUpgrade, reason, platform } = upgradability;
  const refuse = (refusal: string) => ({ refusal });
  if (!canUpgrade) return refuse(reason ?? 'this agent cannot be upgraded');
  // It becomes a part of paths.
  if (targetVersion.length > 64 || valid(targetVersion) !== targetVersion)
    return refuse(`${JSON.stringify(targetVersion.slice(0, 64))} is no version`);
  if (valid(version) === null) return refuse(`the running version ${version} is no semantic version`);
  if (!lt(version, targetVersion))
    return refuse(
      `${targetVersion} is older than the running ${version}; an agent goes back only on its host: satrap agent rollback`,
    );
  if (channel !== own) return refuse(`${targetVersion} is of the channel ${channel}, and this host follows ${own}`);
  if (!artifact) return refuse(`${targetVersion} has no archive for ${platform}`);
  if (artifact.platform !== platform)
    return refuse(`the archive is for ${artifact.platform}, and this host is ${platform}`);
  return artifact;
}
