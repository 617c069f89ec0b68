import { recordEvents } from '../../history/events/record-events.ts';
import { createApiKey, deleteApiKey, revokeApiKey } from '../../people/accounts/api-keys.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, eq, inArray, isNull, sql, type TenantKey } from '../../platform/database/database.ts';
import { forbidden, invalidInput, unauthenticated } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { executorAction } from '../../request/operations.ts';
import { requireSameExecutor } from '../../request/own-executor.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { apikey } from '../../tables/accounts.ts';
import { executor } from '../../tables/executors.ts';
import { node, nodesOn } from '../../tables/nodes.ts';
import { bumpRevision } from '../executors/desired-revision.ts';

/**
 * Binds a key to the executor that uses it first. Call it first in the transaction of the first heartbeat, so that a
 * second executor waits. Throws `executor_key_bound`.
 */
export async function bindKey(transaction: Database, keyId: string, executorName: string): Promise<void> {
  const [bound] = await transaction
    .update(apikey)
    .set({ executorName, boundAt: sql`now()` })
    .where(and(eq(apikey.id, keyId), isNull(apikey.executorName)))
    .returning({ id: apikey.id });
  if (bound !== undefined) return;
  const [row] = await transaction.select({ name: apikey.executorName }).from(apikey).where(eq(apikey.id, keyId));
  if (!row?.name) throw unauthenticated();
  requireSameExecutor(row.name, executorName);
}

const maxRemovedNodes = 1000;

/** An executor's key as its own mutation reads it. */
type OwnKey = typeof apikey.$inferSelect;

/** Creates the successor of an executor's key, with the same lifetime. Deletes earlier ones that were never used. */
async function replaceKey(transaction: Database, old: OwnKey) {
  const { organizationId, executorName, createdBy: userId, createdAt, expiresAt: oldEnd, recovers } = old;
  if (organizationId === null) throw unauthenticated();
  if (executorName === null)
    throw forbidden('No executor has used this API key yet; send a heartbeat first (syncExecutor).');
  const unused = await transaction.select({ id: apikey.id }).from(apikey).where(eq(apikey.replacesId, old.id));
  for (const { id } of unused) await deleteApiKey(transaction, organizationId, id);
  const expiresAt = oldEnd === null ? null : new Date(Date.now() + (oldEnd.getTime() - createdAt.getTime()));
  const name = old.name ?? executorName;
  const request = { organizationId, userId, name, expiresAt, executorName, recovers, replacesId: old.id };
  const { apiKey, secret } = await createApiKey(transaction, { ...request, purpose: 'executor' });
  return { id: apiKey.id, secret, expiresAt: expiresAt?.toISOString() ?? null };
}

/** Marks an executor uninstalled; undefined if it has no row. */
async function markUninstalled(transaction: Database, organizationId: string, executorName: string) {
  const [left] = await transaction
    .update(executor)
    .set({ online: false, uninstalledAt: sql`now()` })
    .where(and(eq(executor.organizationId, organizationId), eq(executor.name, executorName)))
    .returning({ organizationId: executor.organizationId, id: executor.id });
  return left;
}

/** Deletes nodes whose data the operator removed from the host: the next agent would create them again, empty. */
async function deleteRemovedNodes(transaction: Database, left: TenantKey, ids: readonly string[]) {
  const removed = await transaction
    .update(node)
    .set({ desiredState: 'deleted', dataPolicy: 'remove', removedAt: sql`now()`, updatedAt: sql`now()` })
    .where(nodesOn(left, inArray(node.id, [...ids])))
    .returning({ id: node.id, name: node.name });
  if (removed.length > 0) await bumpRevision(transaction, left);
  const { organizationId } = left;
  const messages = removed.map(({ id }) => ({ kind: 'changed', organizationId, type: 'node', id }) as const);
  await publish(transaction, ...messages);
  return removed;
}

const eventsOfRemoval = (executorName: string, removed: Awaited<ReturnType<typeof deleteRemovedNodes>>) => [
  ...removed.map(({ id, name }) => ({
    level: 'warning' as const,
    kind: 'node.data_removed' as const,
    message: `The operator of ${executorName} removed ${name} and its chain data from the host. The node is deleted.`,
    executorName,
    nodeId: id,
  })),
  {
    kind: 'executor.uninstalled' as const,
    message: `The agent of ${executorName} was uninstalled. The nodes left on the host are unmanaged.`,
    executorName,
  },
];

export const ownKeyResolvers = (): Resolvers => ({
  Mutation: {
    /** The new key replaces the old one on first use. */
    rotateExecutorKey: executorAction({
      run: async (_args, { caller: { credential }, database }) => {
        const [old] = await database
          .select()
          .from(apikey)
          .where(and(eq(apikey.id, credential.id), eq(apikey.enabled, true)))
          .for('update');
        if (old === undefined) throw unauthenticated();
        return replaceKey(database, old);
      },
      subject: ({ id }) => ({ type: 'api_key', id }),
    }),
    /** Revokes the key, and deletes the nodes that the operator removed. */
    deregisterExecutor: executorAction({
      run: async ({ removedNodes }, { caller: { organizationId, executorName, credential }, database }) => {
        const ids = (removedNodes ?? []).filter(isUuid);
        if ((removedNodes ?? []).length > maxRemovedNodes)
          throw invalidInput([{ path: ['removedNodes'], message: `must have at most ${maxRemovedNodes} entries` }]);
        if (executorName === null)
          throw forbidden('No executor has used this API key yet; there is nothing to deregister.');
        const left = await markUninstalled(database, organizationId, executorName);
        await revokeApiKey(database, organizationId, { id: credential.id });
        if (left === undefined) return { executorId: null };
        const removed = await deleteRemovedNodes(database, left, ids);
        await recordEvents(database, organizationId, eventsOfRemoval(executorName, removed));
        return { executorId: left.id };
      },
      subject: ({ executorId: id }) => (id === null ? null : { type: 'executor', id }),
    }),
  },
});
