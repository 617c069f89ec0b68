import type { Database } from '../../platform/database/database.ts';
import { asc, eq, sql } from '../../platform/database/drizzle.ts';
import { executor } from '../../tables/executors.ts';
import { executorUpgrade, type MemberRow, upgradeRolloutMember } from '../../tables/releases.ts';
import type { MemberFacts } from './plan-rollout.ts';

/** A member with what is known of its executor and of its upgrade. */
export type Member = MemberFacts & Pick<MemberRow, 'executorId' | 'upgradeId'>;

/** Reads all members of a rollout, in their order. */
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

/** Stores what became of members, in one statement. */
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
