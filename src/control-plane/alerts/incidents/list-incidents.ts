import type { AlertStatus, CursorPageInput } from '../../../contract/types.generated.ts';
import { and, desc, eq, ne } from '../../platform/database/drizzle.ts';
import {
  type Connection,
  connectionOf,
  cursorPageOf,
  pageCondition,
  pageOrder,
} from '../../platform/input/connection.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { RequestContext } from '../../request/context.ts';
import { alertIncident, type IncidentRow } from '../../tables/incidents.ts';

const latestCount = 10;

type Reading = Pick<RequestContext, 'database' | 'budget'>;

export interface IncidentFilter {
  status: AlertStatus | null;
  page: CursorPageInput | null;
}

/** Returns one page of the incidents of an organization. Throws `invalid_input`. */
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

/** Returns an incident of an organization; null where it has none with this id. */
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

/** Returns the latest incidents of an organization, open or closed. */
export const latestIncidents = ({ database, budget }: Reading, organizationId: string): Promise<IncidentRow[]> =>
  budget.fetchRows(latestCount, (limit) =>
    database
      .select()
      .from(alertIncident)
      .where(and(eq(alertIncident.organizationId, organizationId), ne(alertIncident.status, 'pending')))
      .orderBy(desc(alertIncident.sequence))
      .limit(limit),
  );
