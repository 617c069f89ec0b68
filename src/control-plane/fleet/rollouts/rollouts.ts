import type { UpgradeRolloutCounts, UpgradeRolloutWhereInput } from '../../../contract/types.generated.ts';
import type { Database, SQL } from '../../platform/database/database.ts';
import { and, asc, count, desc, eq, gte, inArray, lt, sql } from '../../platform/database/database.ts';
import { type Fields, hasId, instantFilter, stringFilter, valueFilter, whereOf } from '../../platform/input/filters.ts';
import { orderOf, pageOf } from '../../platform/input/pages.ts';
import type { RequestContext } from '../../request/context.ts';
import { pagesLoader, perRequest, rowLoader } from '../../request/loaders.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { rowSnapshot } from '../../request/trail/audit-trail.ts';
import { executor } from '../../tables/executors.ts';
import { executorUpgrade, type MemberRow, upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';
import { failureStates } from './plan-rollout.ts';

const fields: Fields<UpgradeRolloutWhereInput> = {
  state: valueFilter(upgradeRollout.state),
  targetVersion: stringFilter(upgradeRollout.targetVersion),
  requestedAt: instantFilter(upgradeRollout.requestedAt),
};

const isRollout = (organizationId: string, id: string): SQL | undefined =>
  and(hasId(upgradeRollout.id, id), eq(upgradeRollout.organizationId, organizationId));

export const selectRollout = (database: Database, organizationId: string, id: string) =>
  database.select().from(upgradeRollout).where(isRollout(organizationId, id));

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
  rowLoader<UpgradeRolloutCounts & Pick<MemberRow, 'rolloutId'>>(
    ({ rolloutId }) => rolloutId,
    async (rolloutIds) => {
      const { rolloutId, state } = upgradeRolloutMember;
      const of = (...states: MemberRow['state'][]) => count(sql`CASE WHEN ${inArray(state, states)} THEN 1 END`);
      const done = { upgraded: of('upgraded'), failed: of(...failureStates), skipped: of('skipped') };
      return database
        .select({ rolloutId, total: count(), waiting: of('waiting'), underWay: of('under_way'), ...done })
        .from(upgradeRolloutMember)
        .where(inArray(rolloutId, rolloutIds))
        .groupBy(rolloutId);
    },
  );

const noHosts = { total: 0, waiting: 0, underWay: 0, upgraded: 0, failed: 0, skipped: 0 };

const idOf = ({ id }: { id: string }): string => id;

const executorLoader = ({ database, budget }: RequestContext) =>
  rowLoader(idOf, (ids) =>
    budget.fetchRows(ids.length, database.select().from(executor).where(inArray(executor.id, ids))),
  );

const upgradeLoader = ({ database, budget }: RequestContext) =>
  rowLoader(idOf, (ids) =>
    budget.fetchRows(ids.length, database.select().from(executorUpgrade).where(inArray(executorUpgrade.id, ids))),
  );

export function rolloutResolvers(): Resolvers {
  const membersOf = perRequest(membersLoader);
  const countsOf = perRequest(countsLoader);
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
      counts: async ({ id }, _args, context) => (await countsOf(context).load(id)) ?? noHosts,
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

export const rolloutSnapshot = rowSnapshot(
  (transaction, organizationId, id) => {
    const executors = sql<string[] | null>`(SELECT json_agg(executor_name ORDER BY position)
      FROM upgrade_rollout_member WHERE rollout_id = upgrade_rollout.id)`;
    const { targetVersion, groupSize, state, reason } = upgradeRollout;
    const shown = transaction.select({ targetVersion, groupSize, state, reason, executors });
    return shown.from(upgradeRollout).where(isRollout(organizationId, id));
  },
  (values) => ({ name: values.targetVersion, values }),
);
