import type { UpgradeRolloutPreview, UpgradeRolloutStartInput } from '../../../contract/types.generated.ts';
import { and, eq, inArray } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { executor as executorTable } from '../../tables/executors.ts';
import { executorRelease } from '../../tables/releases.ts';
import { pendingUpgrades } from '../releases/request-upgrade.ts';
import { busyExecutors } from './busy-executors.ts';
import { checkStart } from './check-start.ts';
import { groupOf, obstacleTo } from './obstacle.ts';

/**
 * Returns what would become of a rollout now; null where the organization has not all of its executors. Locks nothing: the start judges
 * again. Throws `invalid_input` and Forbidden as the start does.
 */
export async function previewRollout(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  organizationId: string,
  data: UpgradeRolloutStartInput,
): Promise<UpgradeRolloutPreview | null> {
  checkStart(data);
  const { targetVersion } = data;
  const ids = data.executorIds.map((id) => id.toLowerCase());
  const found = await budget.fetchRows(ids.length, (limit) =>
    database
      .select()
      .from(executorTable)
      .where(and(inArray(executorTable.id, ids), eq(executorTable.organizationId, organizationId)))
      .limit(limit),
  );
  if (found.length < ids.length) return null;
  const executors = new Map(found.map((row) => [row.id, row]));
  const [release] = await database.select().from(executorRelease).where(eq(executorRelease.version, targetVersion));
  const [pending, busy] = [await pendingUpgrades(database, ids), await busyExecutors(database, ids)];
  const members = ids.flatMap((id, position) => {
    const executor = executors.get(id);
    if (executor === undefined) return [];
    const { name, version } = executor;
    const obstacle = obstacleTo({ executor, targetVersion, release, pending, busy });
    const group = groupOf(position, data.groupSize ?? 1);
    return [{ executorId: id, executorName: name, version, group, obstacle }];
  });
  return { accepted: members.every(({ obstacle }) => obstacle === null), members };
}
