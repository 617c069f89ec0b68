import { emptyConnection } from '../../platform/input/connection.ts';
import { type Measures, silentMeasures } from '../../platform/monitoring/measures.ts';
import { executorMutation } from '../../request/mutation.ts';
import { ownExecutorName } from '../../request/own-executor.ts';
import { perRequest } from '../../request/per-request.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { EventQuota } from './event-quota.ts';
import { eventsByNodeLoader } from './events-by-node.ts';
import { eventPageOf, listEvents } from './list-events.ts';
import { storeEvents } from './store-events.ts';

export interface EventDeps {
  sampleRetentionDays: number;
  measures?: Measures;
}

export function eventResolvers({ sampleRetentionDays, measures = silentMeasures }: EventDeps): Resolvers {
  const quota = new EventQuota();
  const loaderOf = perRequest(eventsByNodeLoader);
  return {
    Query: {
      events: organizationQuery(emptyConnection, ({ filter }, { reader, context }) =>
        listEvents(context, reader.organizationId, filter),
      ),
    },
    Node: {
      events: ({ id, organizationId }, { filter }, context) =>
        loaderOf(context).load({ nodeId: id, page: eventPageOf(organizationId, filter) }),
    },
    Mutation: {
      reportRuntimeEvents: executorMutation({
        run: async ({ input }, { caller, database }) => {
          const executorName = await ownExecutorName(database, caller);
          const reporter = { organizationId: caller.organizationId, executorName };
          const stored = await storeEvents({ database, sampleRetentionDays, quota }, reporter, input);
          measures.events({ accepted: stored.accepted, rejected: stored.rejected.length });
          return stored;
        },
        subject: () => null,
        checksOwnTexts: true,
      }),
    },
  };
}
