import { maxPageSize } from '../../contract/limits.ts';
import { ListEventsDocument, type ListEventsQuery } from '../../contract/operations.generated.ts';
import type { EventFilterInput } from '../../contract/types.generated.ts';
import type { Api } from '../api.ts';

export type EventPage = NonNullable<ListEventsQuery['events']>;
export type Event = EventPage['nodes'][number];

/** Yields the events that arrive after the newest page, oldest first. Throws CommandError. */
export async function* eventsAfter(
  page: EventPage,
  filter: EventFilterInput,
  api: Pick<Api, 'call'>,
  pause: () => Promise<unknown>,
): AsyncGenerator<Event> {
  // The newest page ends with its oldest event, so paging from there in the other direction starts with the page itself.
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
