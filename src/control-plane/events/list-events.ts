import { and, asc, desc, eq, gt, lt, ne } from 'drizzle-orm';
import { sampleKind } from '../../contract/event-kinds.ts';
import type { EventConnection, EventFilterInput } from '../../contract/types.generated.ts';
import { pageOf } from '../input/pages.ts';
import type { RequestContext } from '../request/context.ts';
import { cursorOf, sequenceOf } from './cursor.ts';
import { event } from './table.ts';

const defaultPageSize = 50;

/** Returns one page of the events of an organization; without samples unless the filter asks for that kind. */
export async function listEvents(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  organizationId: string,
  filter: EventFilterInput | null | undefined,
): Promise<EventConnection> {
  const { take } = pageOf({ take: filter?.take ?? null }, { defaultTake: defaultPageSize, within: ['filter'] });
  const newer = filter?.direction === 'newer';
  const after = isGiven(filter?.cursor) ? sequenceOf(filter.cursor) : undefined;
  const rows = await budget.fetchRows(take + 1, (limit) =>
    database
      .select()
      .from(event)
      .where(
        and(
          eq(event.organizationId, organizationId),
          after === undefined ? undefined : newer ? gt(event.sequence, after) : lt(event.sequence, after),
          isGiven(filter?.kind) ? eq(event.kind, filter.kind) : ne(event.kind, sampleKind),
          isGiven(filter?.executorName) ? eq(event.executorName, filter.executorName) : undefined,
          isGiven(filter?.nodeName) ? eq(event.nodeName, filter.nodeName) : undefined,
          isGiven(filter?.level) ? eq(event.level, filter.level) : undefined,
        ),
      )
      .orderBy(newer ? asc(event.sequence) : desc(event.sequence))
      .limit(limit),
  );
  const page = rows.slice(0, take);
  const last = page.at(-1);
  return {
    nodes: page.map((row) => ({ ...row, at: row.at.toISOString() })),
    pageInfo: {
      endCursor: last === undefined ? (filter?.cursor ?? null) : cursorOf(last.sequence),
      hasNextPage: rows.length > take,
    },
  };
}

/** An empty text is a condition too, which nothing meets: a script whose variable is unset must not act on everything. */
const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
