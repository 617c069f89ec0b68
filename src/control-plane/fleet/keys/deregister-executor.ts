import { recordEvents } from '../../history/events/record-events.ts';
import { revokeApiKey } from '../../people/accounts/api-keys.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, inArray, isNull, sql } from '../../platform/database/drizzle.ts';
import { forbidden } from '../../platform/input/errors.ts';
import type { ExecutorCaller } from '../../request/caller.ts';
import { executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { bumpRevision } from '../executors/desired-revision.ts';

/**
 * Deregisters the calling executor and revokes its key. Deletes the nodes that its operator removed: the next agent
 * would create them again, empty. Returns null if the executor was deleted. Throws Forbidden for an unbound key.
 */
export async function deregisterExecutor(
  transaction: Database,
  { organizationId, executorName, credential }: ExecutorCaller,
  removedNodeIds: readonly string[],
): Promise<string | null> {
  if (executorName === null) throw forbidden('No executor has used this API key yet; there is nothing to deregister.');
  const [left] = await transaction
    .update(executor)
    .set({ online: false, uninstalledAt: sql`now()` })
    .where(and(eq(executor.organizationId, organizationId), eq(executor.name, executorName)))
    .returning({ id: executor.id });
  await revokeApiKey(transaction, organizationId, { id: credential.id });
  if (left === undefined) return null;
  const removed = await deleteRemoved(transaction, left.id, removedNodeIds);
  if (removed.length > 0) await bumpRevision(transaction, left.id);
  await publish(
    transaction,
    ...removed.map(({ id }) => ({ kind: 'changed', organizationId, type: 'node', id }) as const),
  );
  await recordEvents(transaction, organizationId, [
    ...removed.map(({ id, name }) => ({
      level: 'warning' as const,
      kind: 'node.data-removed' as const,
      message: `The operator of ${executorName} removed ${name} and its chain data from the host. The node is deleted.`,
      executorName,
      nodeId: id,
    })),
    {
      kind: 'executor.uninstalled',
      message: `The agent of ${executorName} was uninstalled. The nodes left on the host are unmanaged.`,
      executorName,
    },
  ]);
  return left.id;
}

const deleteRemoved = (transaction: Database, executorId: string, ids: readonly string[]) =>
  transaction
    .update(node)
    .set({ desiredState: 'deleted', dataPolicy: 'remove', removedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(node.executorId, executorId), inArray(node.id, [...ids]), isNull(node.removedAt)))
    .returning({ id: node.id, name: node.name });
