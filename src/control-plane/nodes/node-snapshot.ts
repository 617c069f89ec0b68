import { and, eq, inArray } from '../platform/database/drizzle.ts';
import { isUuid } from '../platform/input/ids.ts';
import type { SnapshotReader } from '../request/trail/audit-trail.ts';
import { executor } from '../tables/executors.ts';
import { node } from '../tables/nodes.ts';
import { findNode } from './find-nodes.ts';
import { pendingOf } from './operations/change-operation.ts';

/** A node as the audit log shows it: all that people ask for, and nothing that is only observed. */
export const nodeSnapshot: SnapshotReader = {
  lock: async (transaction, organizationId, id) => {
    if (!isUuid(id)) return;
    // The executor, whose lock everything that changes its nodes takes first.
    const ofNode = transaction
      .select({ id: node.executorId })
      .from(node)
      .where(and(eq(node.id, id), eq(node.organizationId, organizationId)));
    await transaction.select({ id: executor.id }).from(executor).where(inArray(executor.id, ofNode)).for('update');
  },
  read: async (transaction, organizationId, id) => {
    const row = await findNode(transaction, organizationId, id);
    if (row === undefined) return undefined;
    const { name, network, client, clientVersion, nodeType, cpuCores, memoryMiB, diskGiB, overrides } = row;
    const { desiredState, restartCounter, dataPolicy, revertFailedChange } = row;
    const operations = (await pendingOf(transaction, id)).map(({ kind, params, state }) => ({ kind, params, state }));
    return {
      name,
      values: {
        ...{ name, executorName: row.executor.name, network, client, clientVersion, nodeType },
        ...{ cpuCores, memoryMiB, diskGiB, overrides, desiredState, restartCounter, dataPolicy, revertFailedChange },
        ...(operations.length === 0 ? {} : { operations }),
        ...(row.dataRoot === null ? {} : { dataRoot: row.dataRoot }),
      },
    };
  },
};
