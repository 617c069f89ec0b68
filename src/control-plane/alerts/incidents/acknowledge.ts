import { maxNoteLength } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, ne } from '../../platform/database/drizzle.ts';
import { forbidden, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { alertIncident, type IncidentRow } from '../../tables/incidents.ts';

export interface Acknowledgement {
  organizationId: string;
  id: string;
  userId: string;
  note: string | null;
}

/** Notes who takes care of an incident, and returns it. Throws Forbidden and `invalid_input`. */
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
