import { gt, lt, valid } from 'semver';
import type { UpgradeState } from '../../../../contract/types.generated.ts';
import type { ExecutorFacts, ReleaseFacts } from './facts.ts';
import type { Judgement, Judgements } from './judgement.ts';

const dayMs = 24 * 3_600_000;
/** A release that is newer than that is no news yet: nobody upgrades on the first day. */
const settledDays = 7;

/** What the catalog of releases says to every executor. */
export interface Catalog {
  /** The latest release of each channel that was not withdrawn and has settled. */
  latest: ReadonlyMap<string, string>;
  /** Why a version was withdrawn, by version. */
  withdrawn: ReadonlyMap<string, string>;
}

/** Sums up the catalog of releases. Pure. */
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

/** Judges the version of an executor's agent, and its last upgrade. Pure. */
export const judgeAgent = (executor: ExecutorFacts, catalog: Catalog): Judgements => ({
  agent_outdated: outdated(executor, catalog),
  upgrade_failed: upgradeFailed(executor, catalog),
});

function outdated({ name, version, channel }: ExecutorFacts, { latest, withdrawn }: Catalog): Judgement {
  const reason = withdrawn.get(version);
  if (reason !== undefined) {
    const message = `The agent of ${name} has version ${version}, which was withdrawn: ${reason}`;
    return { message, data: { version, withdrawnReason: reason } };
  }
  // What no release is called cannot be compared with one.
  if (valid(version) === null) return null;
  const latestVersion = latest.get(channel);
  if (latestVersion === undefined || !lt(version, latestVersion)) return null;
  const message = `The agent of ${name} has version ${version}; ${latestVersion} is out in the channel ${channel}.`;
  return { message, data: { version, latestVersion, channel } };
}

const failures: Partial<Record<UpgradeState, string>> = {
  failed: 'failed',
  rolled_back: 'was rolled back',
  timed_out: 'did not end in time',
};

function upgradeFailed({ name, version, lastUpgrade }: ExecutorFacts, { withdrawn }: Catalog): Judgement {
  if (lastUpgrade === null) return null;
  // Another try says what came of it.
  if (lastUpgrade.endedAt === null) return 'unknown';
  const { fromVersion, targetVersion, state, reason, endedAt } = lastUpgrade;
  const how = failures[state];
  // What came out late, or is no longer wanted, is nothing to mend.
  if (how === undefined || version === targetVersion || withdrawn.has(targetVersion)) return null;
  if (valid(version) !== null && gt(version, targetVersion)) return null;
  return {
    message: `The upgrade of ${name} from ${fromVersion} to ${targetVersion} ${how}${reason === null ? '.' : `: ${reason}`}`,
    data: { version, targetVersion, state, endedAt: endedAt.toISOString() },
  };
}
