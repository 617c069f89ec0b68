import { and, asc, eq } from 'drizzle-orm';
import { instantFilter, stringFilter, whereOf } from '../input/filters.ts';
import { isUuid } from '../input/ids.ts';
import { orderOf, pageOf } from '../input/pages.ts';
import { adminMutation } from '../request/mutation.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { deleteExecutor } from './delete-executor.ts';
import { executor } from './table.ts';

/** `Executor.nodes` is with the nodes. */
export const executorResolvers = (): Resolvers => ({
  Query: {
    executors: organizationQuery([], async ({ where, orderBy, take, skip }, { reader, context }) => {
      const page = pageOf({ take, skip });
      const condition = whereOf(where, {
        id: stringFilter(executor.id),
        name: stringFilter(executor.name),
        version: stringFilter(executor.version),
        channel: stringFilter(executor.channel),
        status: (status) => eq(executor.online, status === 'online'),
        lastSeenAt: instantFilter(executor.lastSeenAt),
        createdAt: instantFilter(executor.createdAt),
      });
      const order = orderOf(orderBy, {
        name: executor.name,
        version: executor.version,
        lastSeenAt: executor.lastSeenAt,
        createdAt: executor.createdAt,
      });
      return context.budget.fetchRows(page.take, (limit) =>
        context.database
          .select()
          .from(executor)
          .where(and(eq(executor.organizationId, reader.organizationId), condition))
          .orderBy(...order, asc(executor.name))
          .limit(limit)
          .offset(page.skip),
      );
    }),
    executor: organizationQuery(null, async ({ where }, { reader, context }) => {
      if (!isUuid(where.id)) return null;
      const [row] = await context.database
        .select()
        .from(executor)
        .where(and(eq(executor.id, where.id), eq(executor.organizationId, reader.organizationId)));
      return row ?? null;
    }),
  },
  Mutation: {
    deleteExecutor: adminMutation({
      run: ({ where }, { caller, database }) => deleteExecutor(database, caller.organizationId, where.id),
      subject: ({ id }) => ({ type: 'executor', id }),
    }),
  },
  Executor: {
    status: ({ online }) => (online ? 'online' : 'offline'),
    lastSeenAt: (row) => row.lastSeenAt.toISOString(),
    createdAt: (row) => row.createdAt.toISOString(),
  },
});
