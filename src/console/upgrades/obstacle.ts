import gte from 'semver/functions/gte.js';
import lt from 'semver/functions/lt.js';
import valid from 'semver/functions/valid.js';
import type { OfferedRelease, Upgradeable } from './shown-upgrade.ts';

/** Returns why an executor cannot be upgraded to any release now; null where nothing stands against it. Pure. */
export function generalObstacle({ version, status, upgradability, upgrade }: Upgradeable): string | null {
  if (upgrade != null) return `It is being upgraded to ${upgrade.targetVersion}.`;
  if (upgradability == null)
    return `Its agent (${version}) does not say whether it can be upgraded from here: install another version on its host.`;
  if (!upgradability.canUpgrade)
    return `It cannot be upgraded from here: ${upgradability.reason ?? 'its agent does not say why'}`;
  if (status === 'offline') return 'It is offline: ask once it is back.';
  return valid(version) === null ? `Its version ${version} cannot be compared: install another one on its host.` : null;
}

/** Returns why an executor cannot be upgraded to a release; null where it can. The control plane judges it again. Pure. */
export function obstacle(executor: Upgradeable, release: OfferedRelease): string | null {
  const { version, channel, upgradability } = executor;
  if (version === release.version) return 'It has this version.';
  const general = generalObstacle(executor);
  if (general !== null) return general;
  if (release.channel !== channel) return `It follows the channel ${channel}.`;
  if (gte(version, release.version)) return `Its version ${version} is later.`;
  if (release.lowestVersion != null && lt(version, release.lowestVersion))
    return `It has ${version}; only ${release.lowestVersion} and later can become this version.`;
  const { packaging, platform } = upgradability ?? {};
  if (packaging === 'image') return release.image == null ? 'The release has no container image.' : null;
  return release.artifacts.some((each) => each.platform === platform)
    ? null
    : `The release has no archive for ${platform}.`;
}
