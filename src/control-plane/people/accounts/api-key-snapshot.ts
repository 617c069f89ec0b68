import type { Database } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/drizzle.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { apikey } from '../../tables/accounts.ts';

const select = (transaction: Database, organizationId: string, id: string) =>
  transaction
    .select({
      ...{ name: apikey.name, purpose: apikey.configId, start: apikey.start },
      ...{ expiresAt: apikey.expiresAt, createdBy: apikey.createdBy },
      ...{ executorName: apikey.executorName, revokedAt: apikey.revokedAt },
    })
    .from(apikey)
    .where(and(eq(apikey.id, id), eq(apikey.organizationId, organizationId)));

/** An API key as the audit log shows it. */
export const apiKeySnapshot: SnapshotReader = {
  lock: (transaction, organizationId, id) => select(transaction, organizationId, id).for('update'),
  read: async (transaction, organizationId, id) => {
    const [row] = await select(transaction, organizationId, id);
    return row && { name: row.name, values: row };
  },
};
