import DataLoader from 'dataloader';
import type { UpgradeRolloutCounts } from '../../contract/types.generated.ts';
import { asc, count, inArray, sql } from '../database/drizzle.ts';
import { type ExecutorRow, executor } from '../executors/table.ts';
import type { Page } from '../input/pages.ts';
import { executorUpgrade, type UpgradeRow } from '../releases/table.ts';
import type { RequestContext } from '../request/context.ts';
import { isFailure } from './plan-rollout.ts';
import { type MemberRow, upgradeRolloutMember } from './table.ts';

type LoaderContext = Pick<RequestContext, 'database' | 'budget'>;

/** One page of a rollout's members, in their order. */
export interface MembersOfRollout {
  rolloutId: string;
  page: Page;
}

// A request may read the same rollout before and after a change.
const options = { cache: false };

/** Loads the members of rollouts; the same page of all the rollouts of one list in one statement. */
export const membersLoader = (context: LoaderContext): DataLoader<MembersOfRollout, MemberRow[]> =>
  new DataLoader(async (requests) => {
    const byPage = Map.groupBy(requests, ({ page }) => `${page.take} ${page.skip}`);
    const found = new Map<MembersOfRollout, MemberRow[]>();
    // One after the other, so that each sees what the others have left of the budget.
    for (const samePage of byPage.values()) {
      const byRollout = Map.groupBy(await membersOfPage(context, samePage), ({ rolloutId }) => rolloutId);
      for (const request of samePage) found.set(request, byRollout.get(request.rolloutId) ?? []);
    }
    return requests.map((request) => found.get(request) ?? []);
  }, options);

function membersOfPage(
  { database, budget }: LoaderContext,
  requests: readonly MembersOfRollout[],
): Promise<MemberRow[]> {
  const { take, skip } = requests[0]?.page ?? { take: 0, skip: 0 };
  const rolloutIds = [...new Set(requests.map(({ rolloutId }) => rolloutId))];
  const { rolloutId, position } = upgradeRolloutMember;
  return budget.fetchRows(rolloutIds.length * take, (limit) =>
    database
      .select()
      .from(upgradeRolloutMember)
      .where(
        sql`${inArray(rolloutId, rolloutIds)} AND ${position} >= ${skip}::int AND ${position} < ${skip}::int + ${take}::int`,
      )
      .orderBy(asc(rolloutId), asc(position))
      .limit(limit),
  );
}

/** Loads how many members of rollouts are how far. */
export const countsLoader = ({ database }: LoaderContext): DataLoader<string, UpgradeRolloutCounts> =>
  new DataLoader(async (rolloutIds) => {
    const { rolloutId, state } = upgradeRolloutMember;
    const rows = await database
      .select({ rolloutId, state, members: count() })
      .from(upgradeRolloutMember)
      .where(inArray(rolloutId, [...rolloutIds]))
      .groupBy(rolloutId, state);
    const byRollout = Map.groupBy(rows, (row) => row.rolloutId);
    return rolloutIds.map((id) => countsOf(byRollout.get(id) ?? []));
  }, options);

function countsOf(rows: readonly (Pick<MemberRow, 'state'> & { members: number })[]): UpgradeRolloutCounts {
  const sum = (fits: (state: MemberRow['state']) => boolean) =>
    rows.filter(({ state }) => fits(state)).reduce((total, { members }) => total + members, 0);
  return {
    total: sum(() => true),
    waiting: sum((state) => state === 'waiting'),
    underWay: sum((state) => state === 'under_way'),
    upgraded: sum((state) => state === 'upgraded'),
    failed: sum(isFailure),
    skipped: sum((state) => state === 'skipped'),
  };
}

/** Loads the executors of members. */
export const memberExecutorLoader = ({ database, budget }: LoaderContext): DataLoader<string, ExecutorRow | null> =>
  new DataLoader(async (ids) => {
    const rows = await budget.fetchRows(ids.length, (limit) =>
      database
        .select()
        .from(executor)
        .where(inArray(executor.id, [...ids]))
        .limit(limit),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }, options);

/** Loads the requests that rollouts made of their members. */
export const memberUpgradeLoader = ({ database, budget }: LoaderContext): DataLoader<string, UpgradeRow | null> =>
  new DataLoader(async (ids) => {
    const rows = await budget.fetchRows(ids.length, (limit) =>
      database
        .select()
        .from(executorUpgrade)
        .where(inArray(executorUpgrade.id, [...ids]))
        .limit(limit),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }, options);
