import { and, eq, sql } from 'drizzle-orm';
import { storable } from '../../text/storable.ts';
import { executorOf, readerOf, writerOf } from '../accounts/guard.ts';
import { domainError, forbidden, invalidInput } from '../api/errors.ts';
import { isUuid } from '../api/ids.ts';
import { executor, logSession } from '../database/schema.ts';
import { findNode } from '../nodes/find.ts';
import type { Resolvers } from '../resolvers.generated.ts';
import { isFresh } from './fresh.ts';

const mostLines = 2000;
const mostBytes = 1024 * 1024;

export const logResolvers: Resolvers = {
  Query: {
    nodeLogSession: async (_root, { where }, context) => {
      const reader = readerOf(context);
      if (reader === null || !isUuid(where.id)) return null;
      const [found] = await context.database
        .select()
        .from(logSession)
        .where(and(eq(logSession.id, where.id), eq(logSession.organizationId, reader.organizationId), isFresh));
      return found ?? null;
    },
  },
  Mutation: {
    openNodeLogSession: async (_root, { where, tail }, context) => {
      const { organizationId } = writerOf(context);
      if (tail < 1 || tail > mostLines)
        throw invalidInput([{ path: ['tail'], message: `must be from 1 to ${mostLines}` }]);
      const node = await findNode(context.database, organizationId, where.id);
      if (node === undefined) throw forbidden();
      if (!node.executor.online) {
        throw domainError(
          'executor_offline',
          `${node.executor.name} is offline, so it cannot read the log of ${node.name}`,
        );
      }
      const [made] = await context.database
        .insert(logSession)
        .values({ organizationId, nodeId: node.id, executorId: node.executorId, tail })
        .returning();
      if (made === undefined) throw new Error('the database returned no row for the log session that it inserted');
      context.nudges.nudge(node.executorId);
      return made;
    },
    reportNodeLogs: async (_root, { input }, context) => {
      const { organizationId } = executorOf(context);
      if (!isUuid(input.sessionId)) throw forbidden();
      const lines = withinBytes(input.lines.slice(-mostLines).map(storable));
      const ours = context.database
        .select({ id: executor.id })
        .from(executor)
        .where(eq(executor.organizationId, organizationId));
      const [answered] = await context.database
        .update(logSession)
        .set({
          lines,
          error: input.error ? storable(input.error.slice(0, 1000)) : null,
          status: input.error ? 'failed' : 'ready',
        })
        .where(and(eq(logSession.id, input.sessionId), sql`${logSession.executorId} IN ${ours}`, isFresh))
        .returning({ id: logSession.id });
      if (answered === undefined) throw forbidden('There is no such log session any more.');
      return true;
    },
  },
};

/** The last lines that fit. */
function withinBytes(lines: readonly string[]): string[] {
  let size = 0;
  const cut = lines.findLastIndex((line) => {
    size += Buffer.byteLength(line) + 1;
    return size > mostBytes;
  });
  return lines.slice(cut + 1);
}
