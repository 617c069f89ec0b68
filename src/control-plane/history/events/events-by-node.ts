import DataLoader from 'dataloader';
import type { EventConnection } from '../../../contract/types.generated.ts';
import { rowsOf } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { type EventPage, type StoredEvent, selectEvents } from './event-page.ts';
import { eventConnection } from './list-events.ts';

export interface EventsOfNode {
  nodeId: string;
  page: EventPage;
}

/** Loads the events of nodes; the same page of all the nodes of one list in one statement. */
export const eventsByNodeLoader = ({
  database,
  budget,
}: Pick<RequestContext, 'database' | 'budget'>): DataLoader<EventsOfNode, EventConnection> =>
  new DataLoader(
    async (requests) => {
      const byPage = Map.groupBy(requests, ({ page }) => JSON.stringify(page));
      const found = new Map<EventsOfNode, StoredEvent[]>();
      // One after the other, so that each sees what the others have left of the budget.
      for (const samePage of byPage.values()) {
        const page = samePage[0]?.page;
        if (page === undefined) continue;
        const nodeIds = [...new Set(samePage.map(({ nodeId }) => nodeId))];
        const rows = await budget.fetchRows(nodeIds.length * (page.take + 1), async (limit) =>
          rowsOf<StoredEvent & { ofNode: string }>(
            await database.execute(sql`
              SELECT wanted.id AS "ofNode", event.* FROM unnest(${sql.param(nodeIds)}::uuid[]) AS wanted(id)
              CROSS JOIN LATERAL (${selectEvents(page, page.take + 1, sql`wanted.id`)}) AS event LIMIT ${limit}`),
          ),
        );
        const byNode = Map.groupBy(rows, ({ ofNode }) => ofNode);
        for (const request of samePage) found.set(request, byNode.get(request.nodeId) ?? []);
      }
      return requests.map((request) => eventConnection(request.page, found.get(request) ?? []));
    },
    // A request with several mutations reads the same node before and after a change.
    { cache: false },
  );
