import { releaseFor } from '../../../contract/release-for.ts';
import type { DesiredUpgrade } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull } from '../../platform/database/drizzle.ts';
import { executor } from '../../tables/executors.ts';

import { executorRelease, executorUpgrade } from '../../tables/releases.ts';

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
