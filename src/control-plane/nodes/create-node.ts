import { defaultDataRoot } from '../../contract/names.ts';
import type { NodeCreateInput } from '../../contract/types.generated.ts';
import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import { type ControlPlaneEvent, recordEvents } from '../history/events/record-events.ts';
import { type Database, oneRow } from '../platform/database/database.ts';
import { type NodeRow, node } from '../tables/nodes.ts';
import { dataRootOfKept, type KeptData } from './data/kept-data.ts';
import { takeData } from './data/take-data.ts';
import { columnsOf } from './node-config.ts';
import { insertOperation } from './operations/change-operation.ts';
import { throwFirst } from './placement/judge-node.ts';
import { planCreation } from './plan-creation.ts';
import { checkRequest, withUniqueName } from './require-revision.ts';

/**
 * Adds a node to an executor that is online, offers its type and version, and has the capacity, within a transaction.
 * Throws the errors of `createNode`.
 */
export async function createNode(
  transaction: Database,
  organizationId: string,
  data: NodeCreateInput,
  by: string,
): Promise<NodeRow> {
  checkRequest(data);
  return withUniqueName(data.name, async () => {
    const { kept, executor, config, placement, faults, operation, firstClientVersion } = await planCreation(
      transaction,
      { organizationId, data, locks: true },
    );
    throwFirst(faults);
    const columns = {
      ...columnsOf(config),
      name: data.name,
      desiredState: data.desiredState ?? 'running',
      ...{ placement, firstClientVersion, createdWithData: operation !== null },
      dataRoot: kept === null ? (data.dataRoot ?? null) : furtherRoot(kept),
      revertFailedChange: data.revertFailedChange ?? true,
    };
    const row =
      kept === null
        ? oneRow(
            await transaction
              .insert(node)
              .values({ ...columns, organizationId, executorId: executor.id })
              .returning(),
          )
        : await takeData(transaction, organizationId, kept, columns);
    if (operation !== null)
      await insertOperation(transaction, { ...operation, nodeId: row.id, requestedBy: by, ...(kept ? doneNow() : {}) });
    await bumpRevision(transaction, executor.id);
    if (kept !== null) await recordEvents(transaction, organizationId, [adoption(row, kept)]);
    return { ...row, executor };
  });
}

/** Adoption takes effect in this transaction. */
const doneNow = () => ({ state: 'succeeded' as const, startedAt: new Date(), endedAt: new Date() });

/** Until the agent reports where the data is, its disk is allocated on this data root. */
const furtherRoot = (kept: KeptData): string | null => {
  const dataRoot = dataRootOfKept(kept);
  return dataRoot === defaultDataRoot ? null : dataRoot;
};

const adoption = ({ id, name }: typeof node.$inferSelect, { executor, orphan }: KeptData): ControlPlaneEvent => ({
  kind: 'node.data-adopted',
  message: `${name} continues with the chain data of ${orphan.name} on ${executor.name}${orphan.data?.height == null ? '' : `, which ends at height ${orphan.data.height}`}.`,
  ...{ nodeId: id, nodeName: name, executorName: executor.name },
});
