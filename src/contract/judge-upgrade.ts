// Single functions, to keep the library out of the console's bundle.
import gte from 'semver/functions/gte.js';
import lt from 'semver/functions/lt.js';
import valid from 'semver/functions/valid.js';
import { releaseFor } from './release-for.ts';
import type { UpgradabilityInput, UserErrorCode } from './types.generated.ts';

/** The facts about an executor that decide its upgrade. */
export interface JudgedExecutor {
  name: string;
  online: boolean;
  version: string;
  channel: string;
  /** Null if its agent does not report it. */
  upgradability: UpgradabilityInput | null;
}

/** The facts about a release that decide which agents can upgrade to it. */
export interface JudgedRelease {
  version: string;
  channel: string;
  lowestVersion: string | null;
  artifacts: readonly { platform: string }[];
  image: object | null;
}

export interface PendingUpgrade {
  targetVersion: string;
  /** By name. */
  requestedBy: string;
}

/** Why an upgrade cannot be requested. */
export interface Refusal {
  code: UserErrorCode;
  message: string;
  /** For the CLI. */
  hint?: string | undefined;
}

/** Returns why an executor cannot be upgraded to any release now; null if it can. */
export const judgeExecutor = (executor: JudgedExecutor): Refusal | null =>
  judgeReach(executor) ?? judgeAbility(executor, 'a later version');

/** Returns why an executor cannot be upgraded to a release now; null if it can. */
export function judgeUpgrade(
  executor: JudgedExecutor,
  release: JudgedRelease,
  pending: PendingUpgrade | null,
): Refusal | null {
  const { name, channel } = executor;
  if (release.channel !== channel) {
    const other = `${release.version} is in the channel ${release.channel}, and ${name} follows ${channel}`;
    return refuse('release_not_found', `${other}; change the channel on the host, or choose a release of ${channel}`);
  }
  if (pending !== null) {
    const under = `${name} is being upgraded to ${pending.targetVersion} (${pending.requestedBy})`;
    return refuse('upgrade_already_pending', `${under}; wait, or cancel it`, {
      hint: `Cancel it with satrap hosts upgrade cancel ${name}.`,
    });
  }
  return (
    judgeReach(executor) ??
    judgeOrder(executor, release) ??
    judgeAbility(executor, release.version) ??
    judgeDelivery(executor, release)
  );
}

const refuse = (code: UserErrorCode, message: string, more: Pick<Refusal, 'hint'> = {}): Refusal => ({
  code,
  message,
  ...more,
});

function judgeReach({ name, online, version }: JudgedExecutor): Refusal | null {
  if (!online) return refuse('executor_offline', `${name} is offline; try again when it is online`);
  if (valid(version) !== null) return null;
  const has = `${name} has version ${version}, which is not a semantic version`;
  return refuse('upgrade_not_possible', `${has}; reinstall the agent on the host`);
}

function judgeOrder({ name, version }: JudgedExecutor, release: JudgedRelease): Refusal | null {
  const has = `${name} has version ${version}`;
  if (version === release.version) return refuse('upgrade_not_possible', `${name} already has version ${version}`);
  if (gte(version, release.version)) {
    const why = `which is newer than ${release.version}; to go back, roll the agent back on the host`;
    return refuse('upgrade_not_possible', `${has}, ${why}`, { hint: 'Run satrap agent rollback on the host.' });
  }
  if (release.lowestVersion === null || !lt(version, release.lowestVersion)) return null;
  const why = `but ${release.version} requires ${release.lowestVersion} or later`;
  return refuse('upgrade_not_possible', `${has}, ${why}; upgrade to such a version first`);
}

/** `install`: what to install manually if the agent cannot upgrade itself. */
function judgeAbility({ name, version, upgradability }: JudgedExecutor, install: string): Refusal | null {
  if (upgradability === null) {
    const why = `${name} has agent ${version}, which does not support remote upgrades`;
    return refuse('agent_outdated', `${why}; install ${install} on the host`);
  }
  if (upgradability.canUpgrade) return null;
  const why = upgradability.reason ?? 'its agent reports no reason';
  return refuse('upgrade_not_possible', `${name} cannot be upgraded remotely: ${why}`);
}

function judgeDelivery({ name, upgradability }: JudgedExecutor, release: JudgedRelease): Refusal | null {
  if (upgradability === null || releaseFor(release, upgradability) !== null) return null;
  const { packaging, platform } = upgradability;
  return refuse(
    'upgrade_not_possible',
    packaging === 'image'
      ? `${release.version} has no container image, which the agent of ${name} needs`
      : `${release.version} has no archive for ${platform}, the platform of ${name}`,
  );
}
