import type { QueryUpgradeRolloutsArgs, UpgradeRolloutWhereInput } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, desc, eq, sql } from '../../platform/database/drizzle.ts';
import { instantFilter, stringFilter, valueFilter } from '../../platform/input/field-filters.ts';
import { type Fields, whereOf } from '../../platform/input/filters.ts';
import { orderOf, type Page } from '../../platform/input/pages.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { type RolloutRow, upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';

const fields: Fields<UpgradeRolloutWhereInput> = {
  state: valueFilter(upgradeRollout.state),
  targetVersion: stringFilter(upgradeRollout.targetVersion),
  requestedAt: instantFilter(upgradeRollout.requestedAt),
};

/** Throws `invalid_input`. */
export function listRollouts(
  database: Database,
  organizationId: string,
  { where, orderBy }: Pick<QueryUpgradeRolloutsArgs, 'where' | 'orderBy'>,
): (page: Page) => Promise<RolloutRow[]> {
  const { requestedAt, updatedAt, targetVersion, id } = upgradeRollout;
  const condition = and(eq(upgradeRollout.organizationId, organizationId), whereOf(where, fields));
  const order = [...orderOf(orderBy, { requestedAt, updatedAt, targetVersion }), desc(requestedAt), desc(id)];
  return async ({ take, skip }) =>
    database
      .select()
      .from(upgradeRollout)
      .where(condition)
      .orderBy(...order)
      .limit(take)
      .offset(skip);
}

export const selectRollout = (database: Database, organizationId: string, id: string) =>
  database
    .select()
    .from(upgradeRollout)
    .where(isUuid(id) ? and(eq(upgradeRollout.id, id), eq(upgradeRollout.organizationId, organizationId)) : sql`false`);

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
