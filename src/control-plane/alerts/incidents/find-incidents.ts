import { maxNoteLength } from '../../../contract/limits.ts';
import type { AlertStatus, CursorPageInput } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, ne } from '../../platform/database/drizzle.ts';
import {
  type Connection,
  connectionOf,
  cursorPageOf,
  pageCondition,
  pageOrder,
} from '../../platform/input/connection.ts';
import { forbidden, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/ids.ts';
import type { RequestContext } from '../../request/context.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { alertIncident, type IncidentRow } from '../../tables/incidents.ts';

const latestCount = 10;

type Reading = Pick<RequestContext, 'database' | 'budget'>;

export interface IncidentFilter {
  status: AlertStatus | null;
  page: CursorPageInput | null;
}

/** Throws `invalid_input`. */
export async function listIncidents(
  { database, budget }: Reading,
  organizationId: string,
  { status, page: input }: IncidentFilter,
): Promise<Connection<IncidentRow>> {
  const page = cursorPageOf('incident', input, ['page']);
  const rows = await budget.fetchRows(page.take + 1, (limit) =>
    database
      .select()
      .from(alertIncident)
      .where(
        and(
          eq(alertIncident.organizationId, organizationId),
          status === null ? ne(alertIncident.status, 'pending') : eq(alertIncident.status, status),
          pageCondition(page, alertIncident.sequence),
        ),
      )
      .orderBy(pageOrder(page, alertIncident.sequence))
      .limit(limit),
  );
  return connectionOf('incident', page, rows, (row) => row);
}

export async function findIncident(
  { database }: Pick<RequestContext, 'database'>,
  organizationId: string,
  id: string,
): Promise<IncidentRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await database
    .select()
    .from(alertIncident)
    .where(
      and(
        eq(alertIncident.organizationId, organizationId),
        eq(alertIncident.id, id),
        ne(alertIncident.status, 'pending'),
      ),
    );
  return row ?? null;
}

export const latestIncidents = ({ database, budget }: Reading, organizationId: string): Promise<IncidentRow[]> =>
  budget.fetchRows(latestCount, (limit) =>
    database
      .select()
      .from(alertIncident)
      .where(and(eq(alertIncident.organizationId, organizationId), ne(alertIncident.status, 'pending')))
      .orderBy(desc(alertIncident.sequence))
      .limit(limit),
  );

export interface Acknowledgement {
  organizationId: string;
  id: string;
  userId: string;
  note: string | null;
}

/** Throws Forbidden and `invalid_input`. */
export async function acknowledge(
  transaction: Database,
  { organizationId, id, userId, note }: Acknowledgement,
): Promise<IncidentRow> {
  if (note !== null && note.length > maxNoteLength) {
    throw invalidInput([{ path: ['note'], message: `may have at most ${maxNoteLength} characters` }]);
  }
  if (!isUuid(id)) throw forbidden();
  const now = new Date();
  const [row] = await transaction
    .update(alertIncident)
    .set({ acknowledgedAt: now, acknowledgedBy: userId, note, updatedAt: now })
    .where(
      and(
        eq(alertIncident.id, id),
        eq(alertIncident.organizationId, organizationId),
        ne(alertIncident.status, 'pending'),
      ),
    )
    .returning();
  if (row === undefined) throw forbidden();
  return row;
}

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

export const incidentSnapshot: SnapshotReader = {
  lock: async (transaction, organizationId, id) => {
    if (isUuid(id)) await select(transaction, organizationId, id).for('update');
  },
  read: async (transaction, organizationId, id) => {
    const [row] = isUuid(id) ? await select(transaction, organizationId, id) : [];
    return row && { name: `${row.code} ${row.subjectName}`, values: row };
  },
};
