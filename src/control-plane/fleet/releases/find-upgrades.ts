import { releaseFor } from '../../../contract/release-for.ts';
import type { DesiredUpgrade } from '../../../contract/types.generated.ts';
import { and, type Database, eq, inArray, isNull, sql } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/input/pages.ts';
import type { RequestContext } from '../../request/context.ts';
import { onPage, pagesLoader, perRequest, rowLoader } from '../../request/loaders.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { executor } from '../../tables/executors.ts';
import { executorRelease, executorUpgrade, type UpgradeRow } from '../../tables/releases.ts';

/** Returns null if the upgrade has ended, or the release no longer has an artifact for this agent. */
export async function desiredUpgrade(database: Database, upgradeId: string): Promise<DesiredUpgrade | null> {
  const [row] = await database
    .select({ upgrade: executorUpgrade, release: executorRelease, upgradability: executor.upgradability })
    .from(executorUpgrade)
    .innerJoin(executorRelease, eq(executorRelease.id, executorUpgrade.releaseId))
    .innerJoin(executor, eq(executor.id, executorUpgrade.executorId))
    .where(and(eq(executorUpgrade.id, upgradeId), isNull(executorUpgrade.endedAt)));
  if (row === undefined || row.upgradability === null) return null;
  const { id: requestId, targetVersion, deadline } = row.upgrade;
  const { channel } = row.release;
  const delivery = releaseFor(row.release, row.upgradability);
  return delivery && { requestId, targetVersion, channel, deadline: deadline.toISOString(), ...delivery };
}

const executorOf = ({ executorId }: UpgradeRow): string => executorId;

export const selectPending = (database: Database, executorIds: readonly string[]) =>
  database
    .select()
    .from(executorUpgrade)
    .where(and(inArray(executorUpgrade.executorId, [...executorIds]), isNull(executorUpgrade.endedAt)));

const upgradesByExecutorLoader = ({ database, budget }: RequestContext) =>
  pagesLoader(executorOf, (executorIds, page) => {
    const { id, executorId: owner, requestedAt } = executorUpgrade;
    const order = sql`${requestedAt} DESC, ${id} DESC`;
    const isOnPage = onPage({ table: executorUpgrade, id, owner, order, where: inArray(owner, executorIds) }, page);
    const latest = database.select().from(executorUpgrade).where(isOnPage).orderBy(order);
    return budget.fetchRows(executorIds.length * page.take, latest);
  });

export function upgradeFields(): Resolvers {
  const pendingOf = perRequest(({ database }) => rowLoader(executorOf, async (ids) => selectPending(database, ids)));
  const upgradesOf = perRequest(upgradesByExecutorLoader);
  return {
    Executor: {
      upgrade: ({ id }, _args, context) => pendingOf(context).load(id),
      upgrades: ({ id }, args, context) =>
        upgradesOf(context).load({ ownerId: id, page: pageOf(args, { defaultTake: 20 }) }),
    },
  };
}
