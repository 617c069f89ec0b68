import { maxLogLines } from '../../contract/limits.ts';
import { storable } from '../../text/storable.ts';
import { and, eq, sql } from '../database/drizzle.ts';
import { executor } from '../executors/table.ts';
import { forbidden, invalidInput } from '../input/errors.ts';
import { isUuid } from '../input/ids.ts';
import { executorMutation, memberMutation } from '../request/mutation.ts';
import { ownExecutorName } from '../request/own-executor.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { memberSubscription } from '../request/subscription.ts';
import { fitLogLines } from './log-lines.ts';
import type { LogReaders } from './log-readers.ts';
import { openLogSession } from './open-log-session.ts';
import { notExpired } from './session-expiry.ts';
import { storeChunk } from './store-chunk.ts';
import { logSession } from './table.ts';
import { watch } from './watch-session.ts';

const maxErrorLength = 1000;

export const logResolvers = ({ logReaders }: { logReaders: LogReaders }): Resolvers => ({
  Query: {
    nodeLogSession: organizationQuery(null, async ({ where }, { reader, context }) => {
      if (!isUuid(where.id)) return null;
      // Each may hold a MiB.
      const [row] = await context.budget.fetchRows(1, () =>
        context.database
          .select()
          .from(logSession)
          .where(and(eq(logSession.id, where.id), eq(logSession.organizationId, reader.organizationId), notExpired)),
      );
      return row ?? null;
    }),
  },
  Subscription: {
    nodeLog: memberSubscription(async ({ sessionId }, { caller, context: { database } }) => {
      const ofOrganization = isUuid(sessionId)
        ? await database
            .select({ id: logSession.id })
            .from(logSession)
            .where(and(eq(logSession.id, sessionId), eq(logSession.organizationId, caller.organizationId)))
        : [];
      if (ofOrganization.length === 0 || (await watch(database, sessionId)) === undefined) {
        throw forbidden('There is no such log session that follows any more; open another one.');
      }
      return logReaders.read(database, caller, sessionId);
    }),
  },
  Mutation: {
    // To read a log is to read.
    openNodeLogSession: memberMutation({
      run: async ({ where, tail, since, follow }, { caller, database }) => {
        if (tail < 1 || tail > maxLogLines)
          throw invalidInput([{ path: ['tail'], message: `must be from 1 to ${maxLogLines}` }]);
        return openLogSession(database, caller.organizationId, {
          nodeId: where.id,
          tail,
          since: since ?? null,
          follow,
        });
      },
      subject: ({ nodeId }) => ({ type: 'node', id: nodeId }),
      target: ({ where }) => ({ type: 'node', id: where.id }),
    }),
    reportNodeLogChunk: executorMutation({
      run: async ({ input }, { caller, context: { database } }) => {
        const executorName = await ownExecutorName(database, caller);
        return storeChunk(database, { organizationId: caller.organizationId, executorName }, input);
      },
      subject: () => null,
      checksOwnTexts: true,
    }),
    reportNodeLogs: executorMutation({
      run: async ({ input }, { caller, context }) => {
        if (!isUuid(input.sessionId)) throw forbidden();
        const name = await ownExecutorName(context.database, caller);
        const own = context.database
          .select({ id: executor.id })
          .from(executor)
          .where(and(eq(executor.organizationId, caller.organizationId), eq(executor.name, name)));
        const [row] = await context.database
          .update(logSession)
          .set({
            lines: fitLogLines(input.lines),
            error: input.error ? storable(input.error.slice(0, maxErrorLength)) : null,
            status: input.error ? 'failed' : 'ready',
          })
          .where(
            and(
              eq(logSession.id, input.sessionId),
              // Answered once, and by no other executor.
              eq(logSession.status, 'pending'),
              sql`${logSession.executorId} IN ${own}`,
              notExpired,
            ),
          )
          .returning({ id: logSession.id });
        if (row === undefined) throw forbidden('No such log session waits for an answer of this executor any more.');
        return true;
      },
      subject: (_result, { input }) => ({ type: 'log-session', id: input.sessionId }),
      checksOwnTexts: true,
    }),
  },
});
