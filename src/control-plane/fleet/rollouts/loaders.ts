import DataLoader from 'dataloader';
import type { UpgradeRolloutCounts } from '../../../contract/types.generated.ts';
import { asc, count, inArray, sql } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { pagesLoader, rowLoader } from '../../request/loaders.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { executorUpgrade, type MemberRow, type UpgradeRow, upgradeRolloutMember } from '../../tables/releases.ts';
import { isFailure } from './plan-rollout.ts';

type LoaderContext = Pick<RequestContext, 'database' | 'budget'>;

/** Loads the members of rollouts, in their order. */
export const membersLoader = ({ database, budget }: LoaderContext) =>
  pagesLoader<MemberRow>(
    ({ rolloutId }) => rolloutId,
    (rolloutIds, { take, skip }) => {
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
    },
  );

/** Loads how many members of rollouts are how far. */
export const countsLoader = ({ database }: LoaderContext): DataLoader<string, UpgradeRolloutCounts> =>
  new DataLoader(
    async (rolloutIds) => {
      const { rolloutId, state } = upgradeRolloutMember;
      const rows = await database
        .select({ rolloutId, state, members: count() })
        .from(upgradeRolloutMember)
        .where(inArray(rolloutId, [...rolloutIds]))
        .groupBy(rolloutId, state);
      const byRollout = Map.groupBy(rows, (row) => row.rolloutId);
      return rolloutIds.map((id) => countsOf(byRollout.get(id) ?? []));
    },
    { cache: false },
  );

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

export const memberExecutorLoader = ({ database, budget }: LoaderContext) =>
  rowLoader<ExecutorRow>(
    ({ id }) => id,
    (ids) =>
      budget.fetchRows(ids.length, (limit) =>
        database.select().from(executor).where(inArray(executor.id, ids)).limit(limit),
      ),
  );

/** Loads the requests that rollouts made of their members. */
export const memberUpgradeLoader = ({ database, budget }: LoaderContext) =>
  rowLoader<UpgradeRow>(
    ({ id }) => id,
    (ids) =>
      budget.fetchRows(ids.length, (limit) =>
        database.select().from(executorUpgrade).where(inArray(executorUpgrade.id, ids)).limit(limit),
      ),
  );
