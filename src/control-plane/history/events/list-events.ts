import type { EventConnection, EventFilterInput } from '../../../contract/types.generated.ts';
import { rowsOf } from '../../platform/database/database.ts';
import { connectionOf, cursorPageOf } from '../../platform/input/connection.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import type { RequestContext } from '../../request/context.ts';
import { type EventPage, type EventRow, eventOf, type StoredEvent, selectEvents } from './event-page.ts';

/** Reads the page that a filter asks for. Events between two instants come in the order of their time. Throws `invalid_input`. */
export function eventPageOf(organizationId: string, filter: EventFilterInput | null | undefined): EventPage {
  const byTime = Boolean(filter?.from ?? filter?.to);
  if (filter?.from && filter.to && filter.from >= filter.to) {
    throw invalidInput([{ path: ['filter', 'from'], message: 'must be before `to`' }]);
  }
  return { ...cursorPageOf(listName(byTime), filter), organizationId, filter: filter ?? {}, byTime };
}

/** A cursor of one order is none of the other. */
const listName = (byTime: boolean): string => (byTime ? 'event-time' : 'event');

/** Returns one page of the events of an organization. */
export async function listEvents(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  organizationId: string,
  filter: EventFilterInput | null | undefined,
): Promise<EventConnection> {
  const page = eventPageOf(organizationId, filter);
  const rows = await budget.fetchRows(page.take + 1, async (limit) =>
    rowsOf<StoredEvent>(await database.execute(selectEvents(page, limit))),
  );
  return eventConnection(page, rows);
}

/** Makes a connection of the events of a page, and one more where there is one. */
export const eventConnection = (page: EventPage, rows: readonly StoredEvent[]): EventConnection =>
  connectionOf(listName(page.byTime), page, rows.map(eventOf), (row: EventRow) => row, {
    timeOf: page.byTime ? ({ at }) => Date.parse(at) : undefined,
  });
