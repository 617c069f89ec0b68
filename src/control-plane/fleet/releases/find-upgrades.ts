import { releaseFor } from '../../../contract/release-for.ts';
import type { DesiredUpgrade } from '../../../contract/types.generated.ts';
import { and, type Database, eq, isNull, sql } from '../../platform/database/database.ts';
import { hasKey, hasKeys, isRow, type TenantKey } from '../../platform/database/tenant-keys.ts';
import { pageOf } from '../../platform/input/pages.ts';
import type { RequestContext } from '../../request/context.ts';
import { onPage, pagesLoader, perRequest, rowLoader } from '../../request/loaders.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { executor } from '../../tables/executors.ts';
import { executorRelease, executorUpgrade, type UpgradeRow } from '../../tables/releases.ts';

/** Returns null if the upgrade has ended, or the release no longer has an artifact for this agent. */
export async function desiredUpgrade(database: Database, key: TenantKey): Promise<DesiredUpgrade | null> {
  const [row] = await database
    .select({ upgrade: executorUpgrade, release: executorRelease, upgradability: executor.upgradability })
    .from(executorUpgrade)
    .innerJoin(executorRelease, eq(executorRelease.id, executorUpgrade.releaseId))
    .innerJoin(executor, hasKey(executor, executorUpgrade.organizationId, executorUpgrade.executorId))
    .where(and(isRow(executorUpgrade, key), isNull(executorUpgrade.endedAt)));
  if (row === undefined || row.upgradability === null) return null;
  const { id: requestId, targetVersion, deadline } = row.upgrade;
  const { channel } = row.release;
  const delivery = releaseFor(row.release, row.upgradability);
  return delivery && { requestId, targetVersion, channel, deadline: deadline.toISOString(), ...delivery };
}

export const isUpgradeOf = (executors: readonly TenantKey[]) =>
  hasKeys({ ...executorUpgrade, id: executorUpgrade.executorId }, executors);

const executorOf = ({ executorId }: UpgradeRow): string => executorId;

export const selectPending = (database: Database, executors: readonly TenantKey[]) =>
  database
    .select()
    .from(executorUpgrade)
    .where(and(isUpgradeOf(executors), isNull(executorUpgrade.endedAt)));

const upgradesByExecutorLoader = ({ database, budget }: RequestContext) =>
  pagesLoader(executorOf, (executors, page) => {
    const { organizationId, id, executorId: owner, requestedAt } = executorUpgrade;
    const order = sql`${requestedAt} DESC, ${id} DESC`;
    const where = isUpgradeOf(executors);
    const isOnPage = onPage({ table: executorUpgrade, key: [organizationId, id], owner, order, where }, page);
    const latest = database.select().from(executorUpgrade).where(isOnPage).orderBy(order);
    return budget.fetchRows(executors.length * page.take, latest);
  });

export function upgradeFields(): Resolvers {
  const pendingOf = perRequest(({ database }) => rowLoader(executorOf, async (keys) => selectPending(database, keys)));
  const upgradesOf = perRequest(upgradesByExecutorLoader);
  return {
    Executor: {
      upgrade: (row, _args, context) => pendingOf(context).load(row),
      upgrades: (owner, args, context) => upgradesOf(context).load({ owner, page: pageOf(args, { defaultTake: 20 }) }),
    },
  };
}
