import DataLoader from 'dataloader';
import { and, desc, eq, inArray, isNull, sql } from '../database/drizzle.ts';
import type { Page } from '../input/pages.ts';
import type { RequestContext } from '../request/context.ts';
import { executorUpgrade, type UpgradeRow } from './table.ts';

type LoaderContext = Pick<RequestContext, 'database' | 'budget'>;

/** Loads the upgrades under way; those of all the executors of one list in one statement. */
export const pendingUpgradeLoader = ({ database }: LoaderContext): DataLoader<string, UpgradeRow | null> =>
  new DataLoader(
    async (executorIds) => {
      const rows = await database
        .select()
        .from(executorUpgrade)
        .where(and(inArray(executorUpgrade.executorId, [...executorIds]), isNull(executorUpgrade.endedAt)));
      const byExecutor = new Map(rows.map((row) => [row.executorId, row]));
      return executorIds.map((id) => byExecutor.get(id) ?? null);
    },
    // A request may read the same executor before and after a change.
    { cache: false },
  );

/** One page of an executor's upgrades, the newest first. */
export interface UpgradesOfExecutor {
  executorId: string;
  page: Page;
}

/** Loads the upgrades of executors; the same page of all the executors of one list in one statement. */
export const upgradesByExecutorLoader = (context: LoaderContext): DataLoader<UpgradesOfExecutor, UpgradeRow[]> =>
  new DataLoader(
    async (requests) => {
      const byPage = Map.groupBy(requests, ({ page }) => `${page.take} ${page.skip}`);
      const found = new Map<UpgradesOfExecutor, UpgradeRow[]>();
      // One after the other, so that each sees what the others have left of the budget.
      for (const samePage of byPage.values()) {
        const byExecutor = Map.groupBy(await upgradesOfPage(context, samePage), ({ executorId }) => executorId);
        for (const request of samePage) found.set(request, byExecutor.get(request.executorId) ?? []);
      }
      return requests.map((request) => found.get(request) ?? []);
    },
    { cache: false },
  );

async function upgradesOfPage(
  { database, budget }: LoaderContext,
  requests: readonly UpgradesOfExecutor[],
): Promise<UpgradeRow[]> {
  const { take, skip } = requests[0]?.page ?? { take: 0, skip: 0 };
  const executorIds = [...new Set(requests.map(({ executorId }) => executorId))];
  const ranked = database.$with('ranked').as(
    database
      .select({
        id: executorUpgrade.id,
        place: sql<number>`row_number() OVER (PARTITION BY ${executorUpgrade.executorId}
          ORDER BY ${executorUpgrade.requestedAt} DESC, ${executorUpgrade.id} DESC)`.as('place'),
      })
      .from(executorUpgrade)
      .where(inArray(executorUpgrade.executorId, executorIds)),
  );
  const rows = await budget.fetchRows(executorIds.length * take, (limit) =>
    database
      .with(ranked)
      .select({ upgrade: executorUpgrade })
      .from(ranked)
      .innerJoin(executorUpgrade, eq(executorUpgrade.id, ranked.id))
      .where(sql`${ranked.place} > ${skip}::int AND ${ranked.place} <= ${skip}::int + ${take}::int`)
      .orderBy(desc(executorUpgrade.requestedAt), desc(executorUpgrade.id))
      .limit(limit),
  );
  return rows.map(({ upgrade }) => upgrade);
}
