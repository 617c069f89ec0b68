import { enrolmentToken } from '../accounts/tables.ts';
import type { SnapshotReader } from '../audit/trail/audit-trail.ts';
import { and, eq } from '../database/drizzle.ts';
import { isUuid } from '../input/ids.ts';

/** An enrolment token as the audit log shows it. */
export const enrolmentTokenSnapshot: SnapshotReader = {
  read: async (transaction, organizationId, id) => {
    if (!isUuid(id)) return undefined;
    const { executorName, createdBy, expiresAt, revokedAt } = enrolmentToken;
    const [row] = await transaction
      .select({ executorName, createdBy, expiresAt, revokedAt })
      .from(enrolmentToken)
      .where(and(eq(enrolmentToken.id, id), eq(enrolmentToken.organizationId, organizationId)));
    return row && { name: row.executorName, values: row };
  },
};
