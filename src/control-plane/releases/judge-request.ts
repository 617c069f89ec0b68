import { gte, lt, valid } from 'semver';
import type { UpgradabilityInput, UserErrorCode } from '../../contract/types.generated.ts';
import type { ExecutorRow } from '../executors/table.ts';
import { releaseFor } from './release-for.ts';
import type { ReleaseRow, UpgradeRow } from './table.ts';

export interface RequestFacts {
  executor: Pick<ExecutorRow, 'name' | 'online' | 'version' | 'channel' | 'upgradability'>;
  targetVersion: string;
  release: ReleaseRow | undefined;
  pending: Pick<UpgradeRow, 'targetVersion' | 'requestedBy'> | undefined;
}

/** Why an upgrade cannot be asked for. */
export interface Refusal {
  code: UserErrorCode;
  message: string;
}

/** Returns why nobody can be asked for a release, or the release. Pure. */
export function judgeRelease(release: ReleaseRow | undefined, targetVersion: string): Refusal | ReleaseRow {
  if (release === undefined)
    return {
      code: 'release_not_found',
      message: `there is no release ${targetVersion}; see: satrap releases list`,
    };
  if (release.withdrawnAt === null) return release;
  return { code: 'release_not_found', message: `${targetVersion} was withdrawn: ${release.withdrawnReason}` };
}

/** Returns why an executor cannot be asked for an upgrade, or the release that it is asked for. Pure. */
export function judgeRequest({ executor, targetVersion, release: found, pending }: RequestFacts): Refusal | ReleaseRow {
  const { name, online, version, channel, upgradability } = executor;
  const refuse = (code: UserErrorCode, message: string): Refusal => ({ code, message });
  const release = judgeRelease(found, targetVersion);
  if ('code' in release) return release;
  if (release.channel !== channel) {
    const other = `${targetVersion} is in the channel ${release.channel}, and ${name} follows ${channel}`;
    return refuse('release_not_found', `${other}; set the channel on its host, or take a release of ${channel}`);
  }
  if (pending !== undefined) {
    const under = `${name} is being upgraded to ${pending.targetVersion} (${pending.requestedBy})`;
    return refuse(
      'upgrade_already_pending',
      `${under}; wait, or cancel that: satrap executors upgrade ${name} --cancel`,
    );
  }
  if (!online) return refuse('executor_offline', `${name} is offline; ask again once it is back`);
  const obstacle = versionObstacle(version, release);
  if (obstacle !== null) return refuse('upgrade_not_possible', `${name} ${obstacle}`);
  if (upgradability === null) {
    const why = `the agent of ${name} (${version}) does not say whether it can be upgraded from here`;
    return refuse('agent_outdated', `${why}; install ${targetVersion} on its host`);
  }
  return fitOf(name, upgradability, release) ?? release;
}

function versionObstacle(version: string, release: ReleaseRow): string | null {
  if (version === release.version) return `has version ${version} already`;
  if (valid(version) === null)
    return `has version ${version}, which is no semantic version; install the agent anew on its host`;
  if (gte(version, release.version))
    return `has version ${version}, which is not older than ${release.version}; agents go back only on their host`;
  if (release.lowestVersion !== null && lt(version, release.lowestVersion))
    return `has version ${version}, and only ${release.lowestVersion} and later can be upgraded to ${release.version}; upgrade to one of those first`;
  return null;
}

function fitOf(name: string, upgradability: UpgradabilityInput, release: ReleaseRow): Refusal | null {
  const refuse = (message: string): Refusal => ({ code: 'upgrade_not_possible', message });
  const { canUpgrade, reason, platform, packaging } = upgradability;
  if (!canUpgrade) return refuse(`${name} cannot be upgraded from here: ${reason ?? 'its agent does not say why'}`);
  if (releaseFor(release, upgradability) !== null) return null;
  return refuse(
    packaging === 'image'
      ? `${release.version} has no container image, from which the agent of ${name} is installed`
      : `${release.version} has no archive for ${platform}, on which ${name} runs`,
  );
}
