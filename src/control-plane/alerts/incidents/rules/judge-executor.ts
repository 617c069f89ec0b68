import { gt, lt, valid } from 'semver';
import type { UpgradeState } from '../../../../contract/types.generated.ts';
import { daysUntilFull } from '../../../../storage/disk-trend.ts';
import { counted } from '../../../../text/counted.ts';
import type { Thresholds } from '../../../tables/notifications.ts';
import type { ExecutorFacts, Judgement, Judgements, ReleaseFacts } from './facts.ts';

const dayMs = 24 * 3_600_000;
/** Newer releases are not reported yet. */
const settledDays = 7;

interface Catalog {
  /** The latest settled release of each channel that was not withdrawn. */
  latest: ReadonlyMap<string, string>;
  /** Reasons by version. */
  withdrawn: ReadonlyMap<string, string>;
}

export function summarize(releases: readonly ReleaseFacts[], now: Date): Catalog {
  const latest = new Map<string, string>();
  const withdrawn = new Map<string, string>();
  for (const { version, channel, createdAt, withdrawnReason } of releases) {
    if (withdrawnReason !== null) withdrawn.set(version, withdrawnReason);
    else if (now.getTime() - createdAt.getTime() >= settledDays * dayMs) {
      const present = latest.get(channel);
      if (present === undefined || gt(version, present)) latest.set(channel, version);
    }
  }
  return { latest, withdrawn };
}

export const judgeAgent = (executor: ExecutorFacts, catalog: Catalog): Judgements => ({
  agent_outdated: outdated(executor, catalog),
  upgrade_failed: upgradeFailed(executor, catalog),
});

function outdated(
  { name, version, channel }: ExecutorFacts,
  { latest, withdrawn }: Catalog,
): Judgement<'agent_outdated'> {
  const reason = withdrawn.get(version);
  if (reason !== undefined) {
    const message = `The agent on ${name} runs ${version}, which was withdrawn: ${reason}`;
    return { message, data: { version, withdrawnReason: reason } };
  }
  // A version that is not semantic cannot be compared.
  if (valid(version) === null) return null;
  const latestVersion = latest.get(channel);
  if (latestVersion === undefined || !lt(version, latestVersion)) return null;
  const message = `The agent on ${name} runs ${version}; ${latestVersion} is available in the channel ${channel}.`;
  return { message, data: { version, latestVersion, channel } };
}

const failures: Partial<Record<UpgradeState, string>> = {
  failed: 'failed',
  rolled_back: 'was rolled back',
  timed_out: 'timed out',
};

function upgradeFailed(
  { name, version, lastUpgrade }: ExecutorFacts,
  { withdrawn }: Catalog,
): Judgement<'upgrade_failed'> {
  if (lastUpgrade === null) return null;
  // The next attempt decides.
  if (lastUpgrade.endedAt === null) return 'unknown';
  const { fromVersion, targetVersion, state, reason, endedAt } = lastUpgrade;
  const how = failures[state];
  // A late success, or a withdrawn target, needs no repair.
  if (how === undefined || version === targetVersion || withdrawn.has(targetVersion)) return null;
  if (valid(version) !== null && gt(version, targetVersion)) return null;
  return {
    message: `The upgrade of ${name} from ${fromVersion} to ${targetVersion} ${how}${reason === null ? '.' : `: ${reason}`}`,
    data: { version, targetVersion, state, endedAt: endedAt.toISOString() },
  };
}

const gib = (amount: number): string => `${amount.toFixed(amount < 10 ? 1 : 0)} GiB`;

interface ExecutorSurroundings {
  thresholds: Thresholds;
  now: Date;
  /** Whether one of its nodes is syncing: its fill rate then predicts nothing. */
  nodeCatchesUp: boolean;
  catalog: Catalog;
}

export const judgeExecutor = (executor: ExecutorFacts, surroundings: ExecutorSurroundings): Judgements => ({
  executor_offline: offline(executor),
  disk_low: diskLow(executor, surroundings.thresholds),
  disk_filling: diskFilling(executor, surroundings),
  ...judgeAgent(executor, surroundings.catalog),
});

/** An uninstalled agent is expected to be offline. */
const offline = ({ name, online, uninstalledAt, lastSeenAt }: ExecutorFacts): Judgement<'executor_offline'> =>
  online || uninstalledAt !== null
    ? null
    : {
        message: `${name} is offline, last seen ${lastSeenAt.toISOString()}.`,
        data: { lastSeenAt: lastSeenAt.toISOString() },
      };

function diskLow(
  { name, diskFreeGiB, diskTotalGiB }: ExecutorFacts,
  { diskFreePercent }: Thresholds,
): Judgement<'disk_low'> {
  // An agent that does not see the disk reports 0 of 0.
  if (diskTotalGiB <= 0) return 'unknown';
  const percent = (diskFreeGiB / diskTotalGiB) * 100;
  if (percent >= diskFreePercent) return null;
  return {
    message: `The disk of ${name} has ${gib(diskFreeGiB)} of ${gib(diskTotalGiB)} free (${percent.toFixed(1)} %).`,
    data: { freeGiB: diskFreeGiB, totalGiB: diskTotalGiB, thresholdPercent: diskFreePercent },
  };
}

function diskFilling(
  { name, diskFreeGiB, diskTotalGiB, diskHistory }: ExecutorFacts,
  { thresholds, now, nodeCatchesUp }: ExecutorSurroundings,
): Judgement<'disk_filling'> {
  if (diskTotalGiB <= 0 || nodeCatchesUp) return 'unknown';
  const days = daysUntilFull(diskHistory, { at: now.getTime(), free: diskFreeGiB });
  if (days === undefined || days >= thresholds.diskFullDays) return null;
  return {
    message: `At the current rate, the disk of ${name} will be full in ${days < 1 ? 'less than a day' : `about ${counted(Math.round(days), 'day')}`}; ${gib(diskFreeGiB)} are free.`,
    data: { freeGiB: diskFreeGiB, daysUntilFull: Number(days.toFixed(1)) },
  };
}
