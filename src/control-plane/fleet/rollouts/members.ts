import DataLoader from 'dataloader';
import type { UpgradeRolloutCounts } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { asc, count, eq, inArray, sql } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { pagesLoader, rowLoader } from '../../request/loaders.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { executorUpgrade, type MemberRow, type UpgradeRow, upgradeRolloutMember } from '../../tables/releases.ts';
import { isFailure, type MemberFacts } from './plan-rollout.ts';

export type Member = MemberFacts & Pick<MemberRow, 'executorId' | 'upgradeId'>;

export async function readMembers(transaction: Database, rolloutId: string): Promise<Member[]> {
  const rows = await transaction
    .select({
      member: upgradeRolloutMember,
      version: executor.version,
      upgrade: { state: executorUpgrade.state, reason: executorUpgrade.reason, endedAt: executorUpgrade.endedAt },
    })
    .from(upgradeRolloutMember)
    .leftJoin(executor, eq(executor.id, upgradeRolloutMember.executorId))
    .leftJoin(executorUpgrade, eq(executorUpgrade.id, upgradeRolloutMember.upgradeId))
    .where(eq(upgradeRolloutMember.rolloutId, rolloutId))
    .orderBy(asc(upgradeRolloutMember.position));
  return rows.map(({ member, version, upgrade }) => ({
    ...{ position: member.position, groupNumber: member.groupNumber, name: member.executorName, version },
    ...{ executorId: member.executorId, upgradeId: member.upgradeId, state: member.state, reason: member.reason },
    upgrade: upgrade && { state: upgrade.state, reason: upgrade.reason, hasEnded: upgrade.endedAt !== null },
  }));
}

type StoredMember = Pick<MemberRow, 'position' | 'state' | 'reason' | 'upgradeId'>;

export async function storeMembers(
  transaction: Database,
  rolloutId: string,
  members: readonly StoredMember[],
): Promise<void> {
  if (members.length === 0) return;
  const changes = members.map(({ position, state, reason, upgradeId }) => ({ position, state, reason, upgradeId }));
  await transaction.execute(sql`
    UPDATE upgrade_rollout_member AS member
    SET state = changed.state, reason = changed.reason, upgrade_id = changed."upgradeId", updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS changed(position int, state text, reason text, "upgradeId" uuid)
    WHERE member.rollout_id = ${rolloutId} AND member.position = changed.position`);
}

export const membersLoader = ({ database, budget }: RequestContext) =>
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

export const countsLoader = ({ database }: RequestContext): DataLoader<string, UpgradeRolloutCounts> =>
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

export const memberExecutorLoader = ({ database, budget }: RequestContext) =>
  rowLoader<ExecutorRow>(
    ({ id }) => id,
    (ids) =>
      budget.fetchRows(ids.length, (limit) =>
        database.select().from(executor).where(inArray(executor.id, ids)).limit(limit),
      ),
  );

export const memberUpgradeLoader = ({ database, budget }: RequestContext) =>
  rowLoader<UpgradeRow>(
    ({ id }) => id,
    (ids) =>
      budget.fetchRows(ids.length, (limit) =>
        database.select().from(executorUpgrade).where(inArray(executorUpgrade.id, ids)).limit(limit),
      ),
  );
