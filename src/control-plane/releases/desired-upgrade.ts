import { releaseFor } from '../../contract/release-for.ts';
import type { DesiredUpgrade } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { and, eq, isNull } from '../database/drizzle.ts';
import { executor } from '../executors/table.ts';

import { executorRelease, executorUpgrade } from './table.ts';

/** Returns what an agent is asked to become; null when that has ended, or when the release has nothing for the agent any more. */
export async function desiredUpgrade(database: Database, upgradeId: string): Promise<DesiredUpgrade | null> {
  const [row] = await database
    .select({ upgrade: executorUpgrade, release: executorRelease, upgradability: executor.upgradability })
    .from(executorUpgrade)
    .innerJoin(executorRelease, eq(executorRelease.id, executorUpgrade.releaseId))
    .innerJoin(executor, eq(executor.id, executorUpgrade.executorId))
    .where(and(eq(executorUpgrade.id, upgradeId), isNull(executorUpgrade.endedAt)));
  if (row === undefined || row.upgradability === null) return null;
  const { upgrade, release } = row;
  const delivery = releaseFor(release, row.upgradability);
  if (delivery === null) return null;
  return {
    requestId: upgrade.id,
    targetVersion: upgrade.targetVersion,
    channel: release.channel,
    deadline: upgrade.deadline.toISOString(),
    ...delivery,
  };
}
