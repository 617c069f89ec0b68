import { and, eq } from '../../platform/database/drizzle.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { enrolmentToken } from '../../tables/accounts.ts';

/** An enrolment token as the audit log shows it. */
export const enrolmentTokenSnapshot: SnapshotReader = {
  read: async (transaction, organizationId, id) => {
    if (!isUuid(id)) return undefined;
    const { executorName, recovers, createdBy, expiresAt, revokedAt } = enrolmentToken;
    const [row] = await transaction
      .select({ executorName, recovers, createdBy, expiresAt, revokedAt })
      .from(enrolmentToken)
      .where(and(eq(enrolmentToken.id, id), eq(enrolmentToken.organizationId, organizationId)));
    return row && { name: row.executorName, values: row };
  },
};
