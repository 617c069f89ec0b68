import { and, eq, ne } from 'drizzle-orm';
import { sampleKind } from '../../contract/event-kinds.ts';
import type { EventConnection, EventFilterInput } from '../../contract/types.generated.ts';
import { connectionOf, cursorPageOf, pageCondition, pageOrder } from '../input/connection.ts';
import type { RequestContext } from '../request/context.ts';
import { event } from './table.ts';

/** Returns one page of the events of an organization; without samples unless the filter asks for that kind. */
export async function listEvents(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  organizationId: string,
  filter: EventFilterInput | null | undefined,
): Promise<EventConnection> {
  const page = cursorPageOf('event', filter);
  const rows = await budget.fetchRows(page.take + 1, (limit) =>
    database
      .select()
      .from(event)
      .where(
        and(
          eq(event.organizationId, organizationId),
          pageCondition(page, event.sequence),
          isGiven(filter?.kind) ? eq(event.kind, filter.kind) : ne(event.kind, sampleKind),
          isGiven(filter?.executorName) ? eq(event.executorName, filter.executorName) : undefined,
          isGiven(filter?.nodeName) ? eq(event.nodeName, filter.nodeName) : undefined,
          isGiven(filter?.level) ? eq(event.level, filter.level) : undefined,
        ),
      )
      .orderBy(pageOrder(page, event.sequence))
      .limit(limit),
  );
  return connectionOf('event', page, rows, (row) => ({ ...row, at: row.at.toISOString() }));
}

/** An empty text is a condition too, which nothing meets: a script whose variable is unset must not act on everything. */
const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
