import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { executorOf, readerOf, writerOf } from '../accounts/guard.ts';
import { domainError } from '../api/errors.ts';
import { instantOf, textOf, whereOf } from '../api/filters.ts';
import { isUuid } from '../api/ids.ts';
import { orderOf, pageOf } from '../api/pages.ts';
import { executor, node } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { desiredNodes } from '../nodes/desired-nodes.ts';
import type { Resolvers } from '../resolvers.generated.ts';
import { checkSync } from './check-sync.ts';
import { lockExecutor } from './lock.ts';
import { observeExecutor } from './observe.ts';
import { catchUp } from './revision.ts';

export const executorResolvers: Resolvers = {
  Query: {
    executors: async (_root, { where, orderBy, take, skip }, context) => {
      const reader = readerOf(context);
      if (reader === null) return [];
      const page = pageOf({ take, skip });
      const condition = whereOf(where, {
        id: textOf(executor.id),
        name: textOf(executor.name),
        version: textOf(executor.version),
        channel: textOf(executor.channel),
        status: (status) => eq(executor.online, status === 'online'),
        lastSeenAt: instantOf(executor.lastSeenAt),
        createdAt: instantOf(executor.createdAt),
      });
      const order = orderOf(orderBy, {
        name: executor.name,
        version: executor.version,
        lastSeenAt: executor.lastSeenAt,
        createdAt: executor.createdAt,
      });
      return context.database
        .select()
        .from(executor)
        .where(and(eq(executor.organizationId, reader.organizationId), condition))
        .orderBy(...order, asc(executor.name))
        .limit(page.take)
        .offset(page.skip);
    },
    executor: async (_root, { where }, context) => {
      const reader = readerOf(context);
      if (reader === null || !isUuid(where.id)) return null;
      const [found] = await context.database
        .select()
        .from(executor)
        .where(and(eq(executor.id, where.id), eq(executor.organizationId, reader.organizationId)));
      return found ?? null;
    },
  },
  Mutation: {
    syncExecutor: async (_root, { input }, context) => {
      const { organizationId } = executorOf(context);
      checkSync(input);
      const observed = await observeExecutor(context, organizationId, input);
      const known = input.knownRevision ?? null;
      // An agent that knows a later revision than we do means that our database is a restored backup.
      const revision =
        known !== null && known > observed.revision
          ? await catchUp(context.database, observed.id, known)
          : observed.revision;
      return {
        executorId: observed.id,
        revision,
        nodes: known === revision ? null : await desiredNodes(context.database, observed.id),
        heartbeatIntervalSeconds: context.settings.heartbeatIntervalSeconds,
        logRequests: observed.logRequests,
      };
    },
    deleteExecutor: async (_root, { where }, context) => {
      const { organizationId } = writerOf(context);
      const deleted = await transact(context.database, async (transaction) => {
        const found = await lockExecutor(transaction, organizationId, where.id);
        // Nobody is left who could confirm a deletion on a host that is lost.
        const isLeft = found.online ? undefined : ne(node.desiredState, 'deleted');
        const [left] = await transaction
          .select({ name: node.name })
          .from(node)
          .where(and(eq(node.executorId, found.id), isNull(node.removedAt), isLeft))
          .limit(1);
        if (left !== undefined) {
          throw domainError(
            'executor_has_nodes',
            `${found.name} still has nodes (such as ${left.name}); delete them first`,
          );
        }
        await transaction.delete(executor).where(eq(executor.id, found.id));
        return found;
      });
      context.nudges.endOfExecutor(deleted.id);
      return deleted;
    },
  },
  Executor: {
    status: ({ online }) => (online ? 'online' : 'offline'),
    lastSeenAt: (row) => row.lastSeenAt.toISOString(),
    createdAt: (row) => row.createdAt.toISOString(),
    nodes: (row, _arguments, { nodesOn }) => nodesOn(row.id),
  },
};
