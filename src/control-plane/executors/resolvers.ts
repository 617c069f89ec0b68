import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { executorOf, readerOf, writerOf } from '../accounts/guard.ts';
import { domainError, forbidden } from '../api/errors.ts';
import { instantOf, textOf, whereOf } from '../api/filters.ts';
import { isUuid } from '../api/ids.ts';
import { orderOf, pageOf } from '../api/pages.ts';
import { executor, node } from '../database/schema.ts';
import type { Resolvers } from '../generated.ts';
import { desiredNodes } from '../nodes/desired-nodes.ts';
import { offlineAfterSeconds } from '../settings.ts';
import { checkSync } from './check-sync.ts';
import { isOnline } from './executor.ts';
import { observeExecutor } from './observe.ts';
import { catchUp } from './revision.ts';

export const executorResolvers: Resolvers = {
  Query: {
    executors: async (_root, { where, orderBy, take, skip }, context) => {
      const reader = readerOf(context);
      if (reader === null) return [];
      const page = pageOf({ take, skip });
      const limit = offlineAfterSeconds(context.settings);
      const online = sql`(${executor.online} AND ${executor.lastSeenAt} > now() - make_interval(secs => ${limit}::int))`;
      const condition = whereOf(where, {
        id: textOf(executor.id),
        name: textOf(executor.name),
        version: textOf(executor.version),
        channel: textOf(executor.channel),
        status: (status) => (status === 'online' ? online : sql`NOT ${online}`),
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
      const limit = offlineAfterSeconds(context.settings);
      const observed = await observeExecutor(context.database, organizationId, input, limit);
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
      if (!isUuid(where.id)) throw forbidden();
      const deleted = await context.database.transaction(async (transaction) => {
        const [found] = await transaction
          .select()
          .from(executor)
          .where(and(eq(executor.id, where.id), eq(executor.organizationId, organizationId)))
          .for('update');
        if (found === undefined) throw forbidden();
        const [left] = await transaction
          .select({ name: node.name })
          .from(node)
          .where(and(eq(node.executorId, found.id), isNull(node.removedAt)))
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
    status: (row, _arguments, { settings }) => (isOnline(row, offlineAfterSeconds(settings)) ? 'online' : 'offline'),
    lastSeenAt: (row) => row.lastSeenAt.toISOString(),
    createdAt: (row) => row.createdAt.toISOString(),
    nodes: (row, _arguments, { nodesOn }) => nodesOn(row.id),
  },
};
