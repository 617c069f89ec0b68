// One by one: the console's bundle need not hold the whole library.
import gte from 'semver/functions/gte.js';
import lt from 'semver/functions/lt.js';
import valid from 'semver/functions/valid.js';
import { releaseFor } from './release-for.ts';
import type { UpgradabilityInput, UserErrorCode } from './types.generated.ts';

/** An executor with what its upgrade depends on. */
export interface JudgedExecutor {
  name: string;
  online: boolean;
  version: string;
  channel: string;
  /** Null where its agent does not say. */
  upgradability: UpgradabilityInput | null;
}

/** What decides which agents can become a release. */
export interface JudgedRelease {
  version: string;
  channel: string;
  lowestVersion: string | null;
  artifacts: readonly { platform: string }[];
  image: object | null;
}

/** An upgrade that is under way. */
export interface PendingUpgrade {
  targetVersion: string;
  /** By name. */
  requestedBy: string;
}

/** Why an upgrade cannot be asked for. */
export interface Refusal {
  code: UserErrorCode;
  message: string;
}

/** Returns why an executor cannot be upgraded to any release now; null where nothing stands against it. Pure. */
export const judgeExecutor = (executor: JudgedExecutor): Refusal | null =>
  judgePresence(executor) ?? judgeVersion(executor) ?? judgeAbility(executor, 'a later version');

/** Returns why an executor cannot be asked to become a release now; null where it can. Pure. */
export const judgeUpgrade = (
  executor: JudgedExecutor,
  release: JudgedRelease,
  pending: PendingUpgrade | null,
): Refusal | null =>
  judgeChannel(executor, release) ??
  judgePending(executor, pending) ??
  judgePresence(executor) ??
  judgeVersion(executor) ??
  judgeOrder(executor, release) ??
  judgeAbility(executor, release.version) ??
  judgeDelivery(executor, release);

const refuse = (code: UserErrorCode, message: string): Refusal => ({ code, message });

function judgeChannel({ name, channel }: JudgedExecutor, release: JudgedRelease): Refusal | null {
  if (release.channel === channel) return null;
  const other = `${release.version} is in the channel ${release.channel}, and ${name} follows ${channel}`;
  return refuse('release_not_found', `${other}; set the channel on its host, or take a release of ${channel}`);
}

function judgePending({ name }: JudgedExecutor, pending: PendingUpgrade | null): Refusal | null {
  if (pending === null) return null;
  const under = `${name} is being upgraded to ${pending.targetVersion} (${pending.requestedBy})`;
  return refuse('upgrade_already_pending', `${under}; wait, or cancel that: satrap executors upgrade ${name} --cancel`);
}

const judgePresence = ({ name, online }: JudgedExecutor): Refusal | null =>
  online ? null : refuse('executor_offline', `${name} is offline; ask again once it is back`);

function judgeVersion({ name, version }: JudgedExecutor): Refusal | null {
  if (valid(version) !== null) return null;
  const has = `${name} has version ${version}, which is no semantic version`;
  return refuse('upgrade_not_possible', `${has}; install the agent anew on its host`);
}

function judgeOrder({ name, version }: JudgedExecutor, release: JudgedRelease): Refusal | null {
  const has = `${name} has version ${version}`;
  if (version === release.version) return refuse('upgrade_not_possible', `${has} already`);
  if (gte(version, release.version)) {
    const why = `which is not older than ${release.version}; agents go back only on their host`;
    return refuse('upgrade_not_possible', `${has}, ${why}`);
  }
  if (release.lowestVersion === null || !lt(version, release.lowestVersion)) return null;
  const why = `and only ${release.lowestVersion} and later can be upgraded to ${release.version}`;
  return refuse('upgrade_not_possible', `${has}, ${why}; upgrade to one of those first`);
}

/** `install` is what its operator can do where the agent cannot. */
function judgeAbility({ name, version, upgradability }: JudgedExecutor, install: string): Refusal | null {
  if (upgradability === null) {
    const why = `the agent of ${name} (${version}) does not say whether it can be upgraded from here`;
    return refuse('agent_outdated', `${why}; install ${install} on its host`);
  }
  if (upgradability.canUpgrade) return null;
  const why = upgradability.reason ?? 'its agent does not say why';
  return refuse('upgrade_not_possible', `${name} cannot be upgraded from here: ${why}`);
}

function judgeDelivery({ name, upgradability }: JudgedExecutor, release: JudgedRelease): Refusal | null {
  if (upgradability === null || releaseFor(release, upgradability) !== null) return null;
  const { packaging, platform } = upgradability;
  return refuse(
    'upgrade_not_possible',
    packaging === 'image'
      ? `${release.version} has no container image, from which the agent of ${name} is installed`
      : `${release.version} has no archive for ${platform}, on which ${name} runs`,
  );
}
