import { asc, type Database, hasKey, sql, type TenantKey } from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';
import { executorUpgrade, type MemberRow, upgradeRolloutMember } from '../../tables/releases.ts';
import type { MemberFacts } from './plan-rollout.ts';

export type Member = MemberFacts & Pick<MemberRow, 'executorId' | 'upgradeId'>;

export async function readMembers(transaction: Database, rollout: TenantKey): Promise<Member[]> {
  const { organizationId, position, groupNumber, executorId, upgradeId, state, reason } = upgradeRolloutMember;
  const { executorName: name } = upgradeRolloutMember;
  const rows = await transaction
    .select({
      member: { position, groupNumber, name, executorId, upgradeId, state, reason },
      version: executor.version,
      upgrade: { state: executorUpgrade.state, reason: executorUpgrade.reason, endedAt: executorUpgrade.endedAt },
    })
    .from(upgradeRolloutMember)
    .leftJoin(executor, hasKey(executor, organizationId, executorId))
    .leftJoin(executorUpgrade, hasKey(executorUpgrade, organizationId, upgradeId))
    .where(hasKey({ organizationId, id: upgradeRolloutMember.rolloutId }, rollout.organizationId, rollout.id))
    .orderBy(asc(position));
  return rows.map(({ member, version, upgrade }) => ({
    ...member,
    version,
    upgrade: upgrade && { state: upgrade.state, reason: upgrade.reason, hasEnded: upgrade.endedAt !== null },
  }));
}

export async function storeMembers(
  transaction: Database,
  rollout: TenantKey,
  members: readonly Pick<MemberRow, 'position' | 'state' | 'reason' | 'upgradeId'>[],
): Promise<void> {
  if (members.length === 0) return;
  const changes = members.map(({ position, state, reason, upgradeId }) => ({ position, state, reason, upgradeId }));
  await transaction.execute(sql`
    UPDATE upgrade_rollout_member AS member
    SET state = changed.state, reason = changed.reason, upgrade_id = changed."upgradeId", updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS changed(position int, state text, reason text, "upgradeId" uuid)
    WHERE member.organization_id = ${rollout.organizationId} AND member.rollout_id = ${rollout.id} AND member.position = changed.position`);
}
