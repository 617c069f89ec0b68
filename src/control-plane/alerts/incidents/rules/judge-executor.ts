import { daysUntilFull } from '../../../../storage/disk-trend.ts';
import { counted } from '../../../../text/counted.ts';
import type { Thresholds } from '../../../tables/notifications.ts';
import type { ExecutorFacts } from './facts.ts';
import { type Catalog, judgeAgent } from './judge-agent.ts';
import type { Judgement, Judgements } from './judgement.ts';

const gib = (mib: number): string => `${(mib / 1024).toFixed(mib < 10_240 ? 1 : 0)} GiB`;

export interface ExecutorSurroundings {
  thresholds: Thresholds;
  now: Date;
  /** Whether a node on it catches up with its chain: its rate then says nothing of the days to come. */
  nodeCatchesUp: boolean;
  catalog: Catalog;
}

/** Judges an executor by every rule about executors. Pure. */
export const judgeExecutor = (executor: ExecutorFacts, surroundings: ExecutorSurroundings): Judgements => ({
  executor_offline: offline(executor),
  disk_low: diskLow(executor, surroundings.thresholds),
  disk_filling: diskFilling(executor, surroundings),
  ...judgeAgent(executor, surroundings.catalog),
});

/** An agent that was uninstalled is missed by nobody. */
const offline = ({ name, online, uninstalledAt, lastSeenAt }: ExecutorFacts): Judgement =>
  online || uninstalledAt !== null
    ? null
    : {
        message: `${name} is offline, last seen ${lastSeenAt.toISOString()}.`,
        data: { lastSeenAt: lastSeenAt.toISOString() },
      };

function diskLow({ name, diskFreeMiB, diskTotalMiB }: ExecutorFacts, { diskFreePercent }: Thresholds): Judgement {
  // An agent that does not see the disk reports 0 of 0.
  if (diskTotalMiB <= 0) return 'unknown';
  const percent = (diskFreeMiB / diskTotalMiB) * 100;
  if (percent >= diskFreePercent) return null;
  return {
    message: `The disk of ${name} has ${gib(diskFreeMiB)} free of ${gib(diskTotalMiB)}, that is ${percent.toFixed(1)} %.`,
    data: { freeMiB: diskFreeMiB, totalMiB: diskTotalMiB, thresholdPercent: diskFreePercent },
  };
}

function diskFilling(
  { name, diskFreeMiB, diskTotalMiB, diskHistory }: ExecutorFacts,
  { thresholds, now, nodeCatchesUp }: ExecutorSurroundings,
): Judgement {
  if (diskTotalMiB <= 0 || nodeCatchesUp) return 'unknown';
  const days = daysUntilFull(diskHistory, { at: now.getTime(), freeMiB: diskFreeMiB });
  if (days === undefined || days >= thresholds.diskFullDays) return null;
  return {
    message: `The disk of ${name} is full in ${days < 1 ? 'less than a day' : `about ${counted(Math.round(days), 'day')}`} if it goes on like in the last days; ${gib(diskFreeMiB)} are free.`,
    data: { freeMiB: diskFreeMiB, daysUntilFull: Number(days.toFixed(1)) },
  };
}
