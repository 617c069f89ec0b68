import { emptyConnection } from '../../platform/input/connection.ts';
import type { Measures } from '../../platform/monitoring/measures.ts';
import { perRequest } from '../../request/loaders.ts';
import { executorMutation, organizationQuery } from '../../request/operations.ts';
import { ownExecutorName } from '../../request/own-executor.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { eventQuota } from './event-quota.ts';
import { batchReports } from './insert-reports.ts';
import { eventConnection, eventPageOf, eventsByNodeLoader, listEvents } from './list-events.ts';
import { storeEvents } from './store-events.ts';

export interface EventDeps {
  sampleRetentionDays: number;
  measures: Measures;
}

export function eventResolvers({ sampleRetentionDays, measures }: EventDeps): Resolvers {
  const quota = eventQuota();
  const insertReport = batchReports();
  const loaderOf = perRequest(eventsByNodeLoader);
  return {
    Query: {
      events: organizationQuery(emptyConnection, ({ filter }, { reader, context }) =>
        listEvents(context, reader.organizationId, filter),
      ),
    },
    Node: {
      events: async ({ id, organizationId }, { filter }, context) => {
        const page = eventPageOf(context.cursors, organizationId, filter);
        return eventConnection(
          context.cursors,
          page,
          await loaderOf(context).load({ owner: { organizationId, id }, page }),
        );
      },
    },
    Mutation: {
      reportRuntimeEvents: executorMutation({
        run: async ({ input }, { caller, database, context: { bulk } }) => {
          const executorName = await ownExecutorName(database, caller);
          const reporter = { organizationId: caller.organizationId, executorName };
          const stored = await storeEvents(
            { database, bulk, sampleRetentionDays, quota, insertReport },
            reporter,
            input,
          );
          measures.events({ accepted: stored.accepted, rejected: stored.rejected.length });
          return stored;
        },
        subject: () => null,
        checksOwnTexts: true,
      }),
    },
  };
}
