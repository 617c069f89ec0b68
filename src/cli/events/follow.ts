import { maxPageSize } from '../../contract/limits.ts';
import { ListEventsDocument, type ListEventsQuery } from '../../contract/operations.generated.ts';
import type { EventFilterInput } from '../../contract/types.generated.ts';
import type { Api } from '../api.ts';

export type EventPage = NonNullable<ListEventsQuery['events']>;
export type Event = EventPage['nodes'][number];

/** Returns the events that arrive after a page of the newest ones, the oldest first, for as long as someone reads them. Throws CommandError. */
export async function* eventsAfter(
  page: EventPage,
  filter: EventFilterInput,
  api: Pick<Api, 'call'>,
  pause: () => Promise<unknown>,
): AsyncGenerator<Event> {
  // A page of the newest events ends with its oldest one: what lies behind it in the other direction begins with the page itself.
  const shown = new Set(page.nodes.map(({ id }) => id));
  let cursor = page.pageInfo.endCursor;
  for (;;) {
    const { events } = await api.call(ListEventsDocument, {
      filter: { ...filter, take: maxPageSize, direction: 'newer', cursor },
    });
    yield* events.nodes.filter(({ id }) => !shown.has(id));
    cursor = events.pageInfo.endCursor ?? cursor;
    if (!events.pageInfo.hasNextPage) await pause();
  }
}
