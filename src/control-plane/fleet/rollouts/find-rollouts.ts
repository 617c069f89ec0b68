import type {
  UpgradeRolloutOrderByInput,
  UpgradeRolloutState,
  UpgradeRolloutStateFilter,
  UpgradeRolloutWhereInput,
} from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, type SQL, sql } from '../../platform/database/drizzle.ts';
import { enumFilter, instantFilter, stringFilter } from '../../platform/input/field-filters.ts';
import { type Fields, whereOf } from '../../platform/input/filters.ts';
import { orderOf, type Page } from '../../platform/input/pages.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { type RolloutRow, upgradeRollout } from '../../tables/releases.ts';

const fields: Fields<UpgradeRolloutWhereInput> = {
  state: enumFilter<UpgradeRolloutState, UpgradeRolloutStateFilter>(upgradeRollout.state),
  targetVersion: stringFilter(upgradeRollout.targetVersion),
  requestedAt: instantFilter(upgradeRollout.requestedAt),
};

/** Translates a condition on rollouts. Throws `invalid_input`. */
export const rolloutCondition = (where: UpgradeRolloutWhereInput | null | undefined): SQL | undefined =>
  whereOf(where, fields);

/** Translates an order of rollouts. Throws `invalid_input`. */
export const rolloutOrder = (orderBy: readonly UpgradeRolloutOrderByInput[] | null | undefined): SQL[] => [
  ...orderOf(orderBy, {
    requestedAt: upgradeRollout.requestedAt,
    updatedAt: upgradeRollout.updatedAt,
    targetVersion: upgradeRollout.targetVersion,
  }),
  desc(upgradeRollout.requestedAt),
  desc(upgradeRollout.id),
];

/** Lists rollouts of an organization. */
export const listRollouts = (
  database: Database,
  organizationId: string,
  { condition, order, take, skip }: Page & { condition: SQL | undefined; order: SQL[] },
): Promise<RolloutRow[]> =>
  database
    .select()
    .from(upgradeRollout)
    .where(and(eq(upgradeRollout.organizationId, organizationId), condition))
    .orderBy(...order)
    .limit(take)
    .offset(skip);

/** Selects a rollout of an organization; no row where it has none with this id. */
export const selectRollout = (database: Database, organizationId: string, id: string) =>
  database
    .select()
    .from(upgradeRollout)
    .where(isUuid(id) ? and(eq(upgradeRollout.id, id), eq(upgradeRollout.organizationId, organizationId)) : sql`false`);
