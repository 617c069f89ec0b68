import { defaultVersionsAt } from '../../bitcoin/clients/default-versions.ts';
import { defaultDataRoot } from '../../contract/names.ts';
import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import { labelsAfter } from '../fleet/inventory/labels.ts';
import { type ControlPlaneEvent, recordEvents } from '../history/events/record-events.ts';
import { oneRow } from '../platform/database/database.ts';
import { adminMutation, changes } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { node } from '../tables/nodes.ts';
import { withUniqueName } from './check-request.ts';
import type { LifecycleDeps } from './client-lifecycle.ts';
import { dataRootOfKept, type KeptData, takeData } from './data/kept-data.ts';
import { columnsOf } from './node-config.ts';
import { insertOperation } from './operations/change-operation.ts';
import { judgeCreation, requirePlan } from './plan-creation.ts';

/** Adoption takes effect in this transaction. */
const doneNow = () => ({ state: 'succeeded' as const, startedAt: new Date(), endedAt: new Date() });

/** Until the agent reports where the data is, its disk is allocated on this data root. */
const furtherRoot = (kept: KeptData): string | null => {
  const dataRoot = dataRootOfKept(kept);
  return dataRoot === defaultDataRoot ? null : dataRoot;
};

const adoption = ({ id, name }: typeof node.$inferSelect, { executor, orphan }: KeptData): ControlPlaneEvent => ({
  kind: 'node.data_adopted',
  message: `${name} continues with the chain data of ${orphan.name} on ${executor.name}${orphan.data?.height == null ? '' : `, which ends at height ${orphan.data.height}`}.`,
  nodeId: id,
  nodeName: name,
  executorName: executor.name,
});

/** Adds a node to an executor that is online, offers its type and version, and has the capacity. */
export const createNodeResolvers = ({ lifecycle }: LifecycleDeps): Resolvers => ({
  Mutation: {
    createNode: adminMutation({
      run: async ({ data }, { caller: { organizationId, name: requestedBy }, database: transaction }) => {
        const defaultVersions = defaultVersionsAt(lifecycle.table, new Date());
        const request = { organizationId, data, defaultVersions, locks: true };
        const { kept, executor, config, placement, operation, firstClientVersion } = requirePlan(
          await judgeCreation(transaction, request),
        );
        return withUniqueName(transaction, { organizationId, name: data.name }, async (database) => {
          const columns = {
            ...columnsOf(config),
            name: data.name,
            labels: labelsAfter({}, data),
            desiredState: data.desiredState ?? 'running',
            placement,
            firstClientVersion,
            createdWithData: operation !== null,
            dataRoot: kept === null ? (data.dataRoot ?? null) : furtherRoot(kept),
            revertFailedChange: data.revertFailedChange ?? true,
          };
          const values = { ...columns, organizationId, executorId: executor.id };
          const row = kept
            ? await takeData(database, organizationId, kept, columns)
            : oneRow(await database.insert(node).values(values).returning());
          const key = { organizationId, nodeId: row.id };
          if (operation !== null)
            await insertOperation(database, { ...operation, ...key, requestedBy, ...(kept ? doneNow() : {}) });
          await bumpRevision(database, executor);
          if (kept !== null) await recordEvents(database, organizationId, [adoption(row, kept)]);
          return { node: { ...row, executor } };
        });
      },
      subject: changes('node').subject,
    }),
  },
});
