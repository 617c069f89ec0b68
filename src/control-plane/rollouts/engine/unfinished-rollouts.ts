import { type Database, type pg, rowsOf, sql, type TenantKey } from '../../platform/database/database.ts';

/**
 * Returns the rollouts of all organizations that a job advances, the oldest first: those that run, and stopped or ended
 * ones whose last members are still under way.
 */
export async function unfinishedRollouts(
  database: Database,
  { rollouts, members }: { rollouts: pg.PgTable; members: pg.PgTable },
): Promise<TenantKey[]> {
  const found = await database.execute(sql`
    SELECT rollout.organization_id AS "organizationId", rollout.id
    FROM ${rollouts} AS rollout
    WHERE rollout.state = 'running' OR EXISTS (
      SELECT 1 FROM ${members} AS member
      WHERE member.organization_id = rollout.organization_id AND member.rollout_id = rollout.id AND member.state = 'under_way')
    ORDER BY rollout.requested_at`);
  return rowsOf<TenantKey>(found);
}
