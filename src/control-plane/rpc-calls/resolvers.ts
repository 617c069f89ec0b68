import { maxRpcResultBytes } from '../../contract/limits.ts';
import { storable } from '../../text/storable.ts';
import { and, eq, getTableColumns, sql } from '../database/drizzle.ts';
import { executor } from '../executors/table.ts';
import { forbidden } from '../input/errors.ts';
import { isUuid } from '../input/ids.ts';
import { executorMutation, memberMutation } from '../request/mutation.ts';
import { ownExecutorName } from '../request/own-executor.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { isAwaited, notExpired } from './call-expiry.ts';
import { callNodeRpc } from './call-node-rpc.ts';
import { nodeRpcCall } from './table.ts';

const maxErrorLength = 1000;

/** Whether nobody makes the call any more. */
const isOverdue = sql<boolean>`${nodeRpcCall.status} = 'pending' AND NOT (${isAwaited})`;

export const rpcCallResolvers: Resolvers = {
  Query: {
    nodeRpcCall: organizationQuery(null, async ({ where }, { reader, context }) => {
      if (!isUuid(where.id)) return null;
      // Each may hold a MiB.
      const [row] = await context.budget.fetchRows(1, () =>
        context.database
          .select({ ...getTableColumns(nodeRpcCall), isOverdue })
          .from(nodeRpcCall)
          .where(and(eq(nodeRpcCall.id, where.id), eq(nodeRpcCall.organizationId, reader.organizationId), notExpired)),
      );
      if (row === undefined) return null;
      return row.isOverdue ? { ...row, status: 'failed', error: 'the agent did not answer within a minute' } : row;
    }),
  },
  Mutation: {
    // To ask what a node knows is to read.
    callNodeRpc: memberMutation({
      run: ({ where, method, params }, { caller, database }) =>
        callNodeRpc(database, caller.organizationId, { nodeId: where.id, method, params }),
      subject: ({ nodeId }) => ({ type: 'node', id: nodeId }),
      target: ({ where }) => ({ type: 'node', id: where.id }),
    }),
    reportNodeRpcResult: executorMutation({
      run: async ({ input: { callId, result, error } }, { caller, context: { database } }) => {
        if (!isUuid(callId)) throw forbidden();
        const name = await ownExecutorName(database, caller);
        const own = database
          .select({ id: executor.id })
          .from(executor)
          .where(and(eq(executor.organizationId, caller.organizationId), eq(executor.name, name)));
        const [row] = await database
          .update(nodeRpcCall)
          .set(outcomeOf(result ?? null, error ?? null))
          .where(
            and(
              eq(nodeRpcCall.id, callId),
              // Answered once, and by no other executor.
              eq(nodeRpcCall.status, 'pending'),
              sql`${nodeRpcCall.executorId} IN ${own}`,
              notExpired,
            ),
          )
          .returning({ id: nodeRpcCall.id });
        if (row === undefined) throw forbidden('No such call waits for an answer of this executor any more.');
        return true;
      },
      subject: () => null,
      checksOwnTexts: true,
    }),
  },
};

/** Pure. */
function outcomeOf(result: string | null, error: string | null) {
  if (error !== null) return { status: 'failed', error: storable(error.slice(0, maxErrorLength)) } as const;
  if (result === null) return { status: 'failed', error: 'the agent brought no answer' } as const;
  if (Buffer.byteLength(result) > maxRpcResultBytes)
    return { status: 'failed', error: 'the answer is larger than a MiB' } as const;
  return { status: 'done', result: storable(result) } as const;
}
