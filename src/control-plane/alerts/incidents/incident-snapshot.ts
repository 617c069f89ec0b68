import type { Database } from '../../platform/database/database.ts';
import { and, eq, ne } from '../../platform/database/drizzle.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { alertIncident } from '../../tables/incidents.ts';

const select = (transaction: Database, organizationId: string, id: string) =>
  transaction
    .select({
      code: alertIncident.code,
      subjectName: alertIncident.subjectName,
      acknowledgedAt: alertIncident.acknowledgedAt,
      note: alertIncident.note,
    })
    .from(alertIncident)
    .where(
      and(
        eq(alertIncident.id, id),
        eq(alertIncident.organizationId, organizationId),
        ne(alertIncident.status, 'pending'),
      ),
    );

/** An incident as the audit log shows it: what people say of it. */
export const incidentSnapshot: SnapshotReader = {
  lock: async (transaction, organizationId, id) => {
    if (isUuid(id)) await select(transaction, organizationId, id).for('update');
  },
  read: async (transaction, organizationId, id) => {
    const [row] = isUuid(id) ? await select(transaction, organizationId, id) : [];
    return row && { name: `${row.code} ${row.subjectName}`, values: row };
  },
};
