import type { EventConnection, EventFilterInput } from '../../../contract/types.generated.ts';
import { rowsOf, sql } from '../../platform/database/database.ts';
import { connectionOf, cursorPageOf } from '../../platform/input/connection.ts';
import type { Cursors } from '../../platform/input/cursors.ts';
import type { RequestContext } from '../../request/context.ts';
import { pagesLoader } from '../../request/loaders.ts';
import { type EventPage, type EventRow, eventOf, type StoredEvent, selectEvents } from './event-page.ts';

export function eventPageOf(
  cursors: Cursors,
  organizationId: string,
  filter: EventFilterInput | null | undefined,
): EventPage {
  const byTime = Boolean(filter?.from ?? filter?.to);
  const page = cursorPageOf(listOf(cursors, { organizationId, byTime }), filter);
  return { ...page, organizationId, filter: filter ?? {}, byTime };
}

/** A cursor is valid in one order only. */
const listOf = (cursors: Cursors, { organizationId, byTime }: Pick<EventPage, 'organizationId' | 'byTime'>) =>
  cursors.of(byTime ? 'event-time' : 'event', organizationId);

export async function listEvents(
  { database, budget, cursors }: Pick<RequestContext, 'database' | 'budget' | 'cursors'>,
  organizationId: string,
  filter: EventFilterInput | null | undefined,
): Promise<EventConnection> {
  const page = eventPageOf(cursors, organizationId, filter);
  const rows = await budget.fetchRows(page.take + 1, async (limit) =>
    rowsOf<StoredEvent>(await database.execute(selectEvents(page, limit))),
  );
  return eventConnection(cursors, page, rows);
}

export function eventConnection(cursors: Cursors, page: EventPage, rows: readonly StoredEvent[]): EventConnection {
  const keyOf = page.byTime ? ({ at }: EventRow) => Date.parse(at) : undefined;
  return connectionOf(listOf(cursors, page), page, rows.map(eventOf), (row) => row, keyOf);
}

/** Loads the stored events of nodes; one statement for the same page of all nodes of a list. */
export const eventsByNodeLoader = ({ database, budget }: Pick<RequestContext, 'database' | 'budget'>) =>
  pagesLoader<StoredEvent & { ofNode: string }, EventPage>(
    ({ ofNode }) => ofNode,
    (nodes, page) =>
      budget.fetchRows(nodes.length * (page.take + 1), async (limit) =>
        rowsOf(
          await database.execute(sql`
            SELECT wanted.id AS "ofNode", event.* FROM unnest(${sql.param(nodes.map(({ id }) => id))}::uuid[]) AS wanted(id)
            CROSS JOIN LATERAL (${selectEvents(page, page.take + 1, sql`wanted.id`)}) AS event LIMIT ${limit}`),
        ),
      ),
  );
