import type { UpgradeRolloutCounts, UpgradeRolloutWhereInput } from '../../../contract/types.generated.ts';
import { and, asc, count, type Database, desc, eq, gte, inArray, lt, sql } from '../../platform/database/database.ts';
import { type Fields, instantFilter, stringFilter, valueFilter, whereOf } from '../../platform/input/filters.ts';
import { orderOf, pageOf } from '../../platform/input/pages.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import type { RequestContext } from '../../request/context.ts';
import { pagesLoader, perRequest, rowLoader, rowsLoader } from '../../request/loaders.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { executor } from '../../tables/executors.ts';
import { executorUpgrade, type MemberRow, upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';
import { rolloutJob } from './advance-rollout.ts';
import { isFailure } from './plan-rollout.ts';

const fields: Fields<UpgradeRolloutWhereInput> = {
  state: valueFilter(upgradeRollout.state),
  targetVersion: stringFilter(upgradeRollout.targetVersion),
  requestedAt: instantFilter(upgradeRollout.requestedAt),
};

export const selectRollout = (database: Database, organizationId: string, id: string) =>
  database
    .select()
    .from(upgradeRollout)
    .where(isUuid(id) ? and(eq(upgradeRollout.id, id), eq(upgradeRollout.organizationId, organizationId)) : sql`false`);

const membersLoader = ({ database, budget }: RequestContext) =>
  pagesLoader<MemberRow>(
    ({ rolloutId }) => rolloutId,
    (rolloutIds, { take, skip }) => {
      const { rolloutId, position } = upgradeRolloutMember;
      const inPage = and(inArray(rolloutId, rolloutIds), gte(position, skip), lt(position, skip + take));
      const members = database.select().from(upgradeRolloutMember).where(inPage);
      return budget.fetchRows(rolloutIds.length * take, members.orderBy(asc(rolloutId), asc(position)));
    },
  );

const countsLoader = ({ database }: RequestContext) =>
  rowsLoader(
    async (rolloutIds: readonly string[]) => {
      const { rolloutId, state } = upgradeRolloutMember;
      return database
        .select({ rolloutId, state, members: count() })
        .from(upgradeRolloutMember)
        .where(inArray(rolloutId, [...rolloutIds]))
        .groupBy(rolloutId, state);
    },
    ({ rolloutId }) => rolloutId,
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

const idOf = ({ id }: { id: string }): string => id;

const executorLoader = ({ database, budget }: RequestContext) =>
  rowLoader(idOf, (ids) =>
    budget.fetchRows(ids.length, database.select().from(executor).where(inArray(executor.id, ids))),
  );

const upgradeLoader = ({ database, budget }: RequestContext) =>
  rowLoader(idOf, (ids) =>
    budget.fetchRows(ids.length, database.select().from(executorUpgrade).where(inArray(executorUpgrade.id, ids))),
  );

function rolloutResolvers(): Resolvers {
  const membersOf = perRequest(membersLoader);
  const countsOfRollout = perRequest(countsLoader);
  const executorOf = perRequest(executorLoader);
  const upgradeOf = perRequest(upgradeLoader);
  return {
    Query: {
      upgradeRollouts: organizationQuery([], async ({ where, orderBy, ...args }, { reader, context }) => {
        const { organizationId, requestedAt, updatedAt, targetVersion, id } = upgradeRollout;
        const condition = and(eq(organizationId, reader.organizationId), whereOf(where, fields));
        const order = [...orderOf(orderBy, { requestedAt, updatedAt, targetVersion }), desc(requestedAt), desc(id)];
        const found = context.database.select().from(upgradeRollout).where(condition);
        return context.budget.fetchPage(args, found.orderBy(...order));
      }),
      upgradeRollout: organizationQuery(
        null,
        async ({ where }, { reader, context }) =>
          (await selectRollout(context.database, reader.organizationId, where.id))[0] ?? null,
      ),
    },
    UpgradeRollout: {
      counts: async ({ id }, _args, context) => countsOf(await countsOfRollout(context).load(id)),
      members: ({ id }, args, context) => membersOf(context).load({ ownerId: id, page: pageOf(args) }),
    },
    UpgradeRolloutMember: {
      id: ({ rolloutId, position }) => `${rolloutId}:${position}`,
      group: ({ groupNumber }) => groupNumber,
      executor: ({ executorId }, _args, context) => (executorId === null ? null : executorOf(context).load(executorId)),
      upgrade: ({ upgradeId }, _args, context) => (upgradeId === null ? null : upgradeOf(context).load(upgradeId)),
    },
  };
}

export const rollouts = { resolvers: rolloutResolvers, jobs: (deps: JobDeps) => [rolloutJob(deps)] };

export const rolloutSnapshot: SnapshotReader = {
  lock: (transaction, organizationId, id) => selectRollout(transaction, organizationId, id).for('update'),
  read: async (transaction, organizationId, id) => {
    const [row] = await selectRollout(transaction, organizationId, id);
    if (row === undefined) return undefined;
    const members = await transaction
      .select({ executorName: upgradeRolloutMember.executorName })
      .from(upgradeRolloutMember)
      .where(eq(upgradeRolloutMember.rolloutId, row.id))
      .orderBy(asc(upgradeRolloutMember.position));
    const { targetVersion, groupSize, state, reason } = row;
    const executors = members.map(({ executorName }) => executorName);
    return { name: targetVersion, values: { targetVersion, groupSize, state, reason, executors } };
  },
};
