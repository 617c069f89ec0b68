import { type Database, oneRow } from '../../platform/database/database.ts';
import { and, eq, inArray } from '../../platform/database/drizzle.ts';
import { nodeOperation, pendingStates } from '../../tables/node-operations.ts';
import { node } from '../../tables/nodes.ts';
import type { KeptData } from './kept-data.ts';

type Columns = Omit<
  typeof node.$inferInsert,
  'id' | 'organizationId' | 'executorId' | 'revision' | 'restartCounter' | 'rpcAuths' | 'observed' | 'observedAt'
>;

/**
 * Adds a node with the id of kept data, within a transaction that has locked the executor. Everything on the host is
 * named after that id, so this one row hands over the data: two nodes can never have it, and the agent moves nothing.
 */
export async function takeData(
  transaction: Database,
  organizationId: string,
  { nodeId, executor, former }: KeptData,
  columns: Columns,
): Promise<typeof node.$inferSelect> {
  const now = new Date();
  await transaction
    .update(nodeOperation)
    .set({ state: 'cancelled', endedAt: now, cancellable: false })
    .where(and(eq(nodeOperation.nodeId, nodeId), inArray(nodeOperation.state, pendingStates)));
  const values = { dataPolicy: 'keep' as const, ...columns, dataRoot: columns.dataRoot ?? null, updatedAt: now };
  return oneRow(
    former === undefined
      ? await transaction
          .insert(node)
          .values({ ...values, id: nodeId, organizationId, executorId: executor.id })
          .returning()
      : await transaction
          .update(node)
          .set({
            ...values,
            // Its agent may still know the previous ones.
            ...{ revision: former.revision + 1, restartCounter: former.restartCounter },
            // Pending state belongs to the previous node.
            ...{ rpcAuths: null, removableWallets: columns.removableWallets ?? null },
            ...{ observed: null, observedAt: null, createdAt: now, removedAt: null },
          })
          .where(eq(node.id, nodeId))
          .returning(),
  );
}
