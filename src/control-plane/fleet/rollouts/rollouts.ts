import type { UpgradeRolloutCounts, UpgradeRolloutWhereInput } from '../../../contract/types.generated.ts';
import type { Database, SQL } from '../../platform/database/database.ts';
import { and, asc, count, desc, eq, gte, inArray, lt, sql } from '../../platform/database/database.ts';
import { hasKeys, type TenantKey } from '../../platform/database/tenant-keys.ts';
import { type Fields, hasId, instantFilter, stringFilter, valueFilter, whereOf } from '../../platform/input/filters.ts';
import { orderOf, pageOf } from '../../platform/input/pages.ts';
import type { RequestContext } from '../../request/context.ts';
import { pagesLoader, perRequest, rowLoader } from '../../request/loaders.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { columnSnapshot } from '../../request/trail/audit-trail.ts';
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

const ofRollouts = (rollouts: readonly TenantKey[]) =>
  hasKeys({ ...upgradeRolloutMember, id: upgradeRolloutMember.rolloutId }, rollouts);

export const selectRollout = (database: Database, organizationId: string, id: string) =>
  database.select().from(upgradeRollout).where(isRollout(organizationId, id));

const membersLoader = ({ database, budget }: RequestContext) =>
  pagesLoader<MemberRow>(
    ({ rolloutId }) => rolloutId,
    (rollouts, { take, skip }) => {
      const { rolloutId, position } = upgradeRolloutMember;
      const inPage = and(ofRollouts(rollouts), gte(position, skip), lt(position, skip + take));
      const members = database.select().from(upgradeRolloutMember).where(inPage);
      return budget.fetchRows(rollouts.length * take, members.orderBy(asc(rolloutId), asc(position)));
    },
  );

const countsLoader = ({ database }: RequestContext) =>
  rowLoader<UpgradeRolloutCounts & Pick<MemberRow, 'rolloutId'>>(
    ({ rolloutId }) => rolloutId,
    async (rollouts) => {
      const { rolloutId, state } = upgradeRolloutMember;
      const of = (...states: MemberRow['state'][]) => count(sql`CASE WHEN ${inArray(state, states)} THEN 1 END`);
      const done = { upgraded: of('upgraded'), failed: of(...failureStates), skipped: of('skipped') };
      return database
        .select({ rolloutId, total: count(), waiting: of('waiting'), underWay: of('under_way'), ...done })
        .from(upgradeRolloutMember)
        .where(ofRollouts(rollouts))
        .groupBy(rolloutId);
    },
  );

const noHosts = { total: 0, waiting: 0, underWay: 0, upgraded: 0, failed: 0, skipped: 0 };

const idOf = ({ id }: { id: string }): string => id;

const executorLoader = ({ database, budget }: RequestContext) =>
  rowLoader(idOf, (keys) =>
    budget.fetchRows(keys.length, database.select().from(executor).where(hasKeys(executor, keys))),
  );

const upgradeLoader = ({ database, budget }: RequestContext) =>
  rowLoader(idOf, (keys) =>
    budget.fetchRows(keys.length, database.select().from(executorUpgrade).where(hasKeys(executorUpgrade, keys))),
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
      counts: async (row, _args, context) => (await countsOf(context).load(row)) ?? noHosts,
      members: (owner, args, context) => membersOf(context).load({ owner, page: pageOf(args) }),
    },
    UpgradeRolloutMember: {
      id: ({ rolloutId, position }) => `${rolloutId}:${position}`,
      group: ({ groupNumber }) => groupNumber,
      executor: ({ organizationId, executorId: id }, _args, context) =>
        id === null ? null : executorOf(context).load({ organizationId, id }),
      upgrade: ({ organizationId, upgradeId: id }, _args, context) =>
        id === null ? null : upgradeOf(context).load({ organizationId, id }),
    },
  };
}

export const rolloutSnapshot = columnSnapshot('targetVersion', (transaction, organizationId, id) => {
  const executors = sql<string[] | null>`(SELECT json_agg(executor_name ORDER BY position)
      FROM upgrade_rollout_member
      WHERE organization_id = upgrade_rollout.organization_id AND rollout_id = upgrade_rollout.id)`;
  const { targetVersion, groupSize, state, reason } = upgradeRollout;
  const shown = transaction.select({ targetVersion, groupSize, state, reason, executors });
  return shown.from(upgradeRollout).where(isRollout(organizationId, id));
});
