import { emptyConnection } from '../input/connection.ts';
import { executorMutation } from '../request/mutation.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { listEvents } from './list-events.ts';
import { storeEvents } from './store-events.ts';

export const eventResolvers = ({ sampleRetentionDays }: { sampleRetentionDays: number }): Resolvers => ({
  Query: {
    events: organizationQuery(emptyConnection, ({ filter }, { reader, context }) =>
      listEvents(context, reader.organizationId, filter),
    ),
  },
  Mutation: {
    reportRuntimeEvents: executorMutation({
      run: ({ input }, { caller, context }) =>
        storeEvents({ database: context.database, sampleRetentionDays }, caller.organizationId, input),
      subject: () => null,
      checksOwnTexts: true,
    }),
  },
});
