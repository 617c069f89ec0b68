import { asc, eq } from '../../platform/database/drizzle.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { upgradeRolloutMember } from '../../tables/releases.ts';
import { selectRollout } from './find-rollouts.ts';

/** A rollout as the audit log shows it. */
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
