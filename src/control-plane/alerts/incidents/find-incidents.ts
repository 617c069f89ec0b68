import { maxNoteLength } from '../../../contract/limits.ts';
import type { AlertStatus, CursorPageInput } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, ne, type SQL, sql } from '../../platform/database/drizzle.ts';
import {
  type Connection,
  connectionOf,
  cursorPageOf,
  pageCondition,
  pageOrder,
} from '../../platform/input/connection.ts';
import { forbidden, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { RequestContext } from '../../request/context.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { alertIncident, type IncidentRow } from '../../tables/incidents.ts';

const latestCount = 10;

/** Incidents visible to people. */
const shown = (organizationId: string, condition?: SQL): SQL | undefined =>
  and(eq(alertIncident.organizationId, organizationId), ne(alertIncident.status, 'pending'), condition);

const shownWithId = (organizationId: string, id: string): SQL | undefined =>
  shown(organizationId, isUuid(id) ? eq(alertIncident.id, id) : sql`false`);

/** Throws `invalid_input`. */
export async function listIncidents(
  { database, budget }: RequestContext,
  organizationId: string,
  status: AlertStatus | null,
  input: CursorPageInput | null,
): Promise<Connection<IncidentRow>> {
  const page = cursorPageOf('incident', input, ['page']);
  const ofStatus = status === null ? undefined : eq(alertIncident.status, status);
  const rows = await budget.fetchRows(page.take + 1, (limit) =>
    database
      .select()
      .from(alertIncident)
      .where(shown(organizationId, and(ofStatus, pageCondition(page, alertIncident.sequence))))
      .orderBy(pageOrder(page, alertIncident.sequence))
      .limit(limit),
  );
  return connectionOf('incident', page, rows, (row) => row);
}

export async function findIncident(
  database: Database,
  organizationId: string,
  id: string,
): Promise<IncidentRow | undefined> {
  const [row] = await database.select().from(alertIncident).where(shownWithId(organizationId, id));
  return row;
}

export const latestIncidents = ({ database, budget }: RequestContext, organizationId: string): Promise<IncidentRow[]> =>
  budget.fetchRows(latestCount, (limit) =>
    database
      .select()
      .from(alertIncident)
      .where(shown(organizationId))
      .orderBy(desc(alertIncident.sequence))
      .limit(limit),
  );

/** Throws Forbidden and `invalid_input`. */
export async function acknowledge(
  transaction: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
  id: string,
  note: string | null,
): Promise<IncidentRow> {
  if (note !== null && note.length > maxNoteLength)
    throw invalidInput([{ path: ['note'], message: `must be at most ${maxNoteLength} characters` }]);
  const now = new Date();
  const [row] = await transaction
    .update(alertIncident)
    .set({ acknowledgedAt: now, acknowledgedBy: userId, note, updatedAt: now })
    .where(shownWithId(organizationId, id))
    .returning();
  if (row === undefined) throw forbidden();
  return row;
}

export const incidentSnapshot: SnapshotReader = {
  lock: (transaction, organizationId, id) =>
    transaction
      .select({ id: alertIncident.id })
      .from(alertIncident)
      .where(shownWithId(organizationId, id))
      .for('update'),
  read: async (transaction, organizationId, id) => {
    const row = await findIncident(transaction, organizationId, id);
    if (row === undefined) return undefined;
    const { code, subjectName, acknowledgedAt, note } = row;
    return { name: `${code} ${subjectName}`, values: { code, subjectName, acknowledgedAt, note } };
  },
};
