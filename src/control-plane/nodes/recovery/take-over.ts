import type { HeldNodeInput, NodeOperationKind } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { bumpRevision } from '../../fleet/executors/desired-revision.ts';
import { lockExecutor } from '../../fleet/executors/find-executor.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import { type Database, databaseErrorOf, isRow, oneRow } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import { adminMutation, changes } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { executor, executorOffer } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { columnsOf } from '../node-config.ts';
import { insertOperation } from '../operations/change-operation.ts';
import { findTaken } from './offers.ts';
import { declineOne, type PlannedNode, paramsOfHeld, planTakeover } from './plan-takeover.ts';

const maxNamed = 10;

const namesOf = (nodes: readonly PlannedNode[]): string =>
  `${nodes
    .slice(0, maxNamed)
    .map(({ held, problem }) => `${held.name} (${problem})`)
    .join(', ')}${nodes.length > maxNamed ? ', …' : ''}`;

/** Another transaction may have taken a name or an id since the plan. Throws `name_taken`. */
async function insertTaken(
  transaction: Database,
  { executorId, ...by }: { organizationId: string; executorId: string; by: string },
  taken: readonly PlannedNode[],
): Promise<void> {
  const { organizationId } = by;
  const rows = taken.map((each) => ({ ...columnsOfHeld(each), organizationId, executorId }));
  try {
    if (rows.length > 0) await transaction.insert(node).values(rows);
    for (const { held } of taken) await insertOperations(transaction, by, held);
  } catch (error) {
    if (databaseErrorOf(error).code !== '23505') throw error;
    throw domainError('name_taken', 'the inventory changed during the takeover, and nothing was taken over; try again');
  }
}

/** Checked before. */
async function insertOperations(
  transaction: Database,
  { organizationId, by }: { organizationId: string; by: string },
  { id, operations }: HeldNodeInput,
): Promise<void> {
  for (const operation of operations)
    await insertOperation(transaction, {
      organizationId,
      id: operation.id,
      nodeId: id,
      kind: operation.kind as NodeOperationKind,
      requestedBy: by,
      params: paramsOfHeld(operation) ?? {},
      state: operation.hasStarted ? 'running' : 'requested',
      cancellable: operation.kind !== 'seed' && !operation.hasStarted,
    });
}

function columnsOfHeld({ held, config, newName }: PlannedNode) {
  const { id } = held;
  return {
    ...columnsOf(config),
    id,
    name: newName,
    revision: held.revision,
    restartCounter: held.restartCounter,
    desiredState: held.desiredState,
    dataPolicy: held.dataPolicy,
    dataRoot: held.dataRoot ?? null,
    removableWallets: held.removableWallets ? [...held.removableWallets] : null,
    revertFailedChange: held.revertFailedChange ?? true,
    // The daemon reads them at startup: other values would restart it.
    rpcAuths: { rpcAuth: held.rpcAuth, formerRpcAuth: held.formerRpcAuth ?? null },
    placement: { chosenBy: 'user' as const, reason: 'taken over with its host' },
    createdWithData: held.operations.some(({ kind }) => kind === 'seed'),
  };
}

/** Adds a host's nodes to the inventory exactly as its agent holds them, so that nothing changes on the host. */
export const takeOverResolvers = (): Resolvers => ({
  Mutation: {
    recoverExecutor: adminMutation({
      run: async ({ where, offeredAt }, { caller: { organizationId, name: by }, database }) => {
        const row = await lockExecutor(database, organizationId, where.id);
        const isOffer = isRow({ ...executorOffer, id: executorOffer.executorId }, row);
        const [offer] = await database.delete(executorOffer).where(isOffer).returning();
        const refuse = (message: string) => domainError('action_not_possible', message);
        if (offer === undefined)
          throw refuse(
            row.recovery === null
              ? `${row.name} offers no nodes to take over`
              : `${row.name} has not sent its nodes yet; try again in a few seconds`,
          );
        if (offer.offeredAt.getTime() !== new Date(offeredAt).getTime())
          throw refuse(`the offer of ${row.name} has changed; review it, and confirm again`);
        const identities = await findTaken(database, organizationId, offer.nodes);
        const planned = await planTakeover(row.name, offer.nodes, identities);
        const disputed = planned.find(({ rival }) => rival !== null);
        if (disputed !== undefined)
          throw refuse(
            `${disputed.rival} offers the node ${disputed.held.name} as well, with the same id; ${declineOne}`,
          );
        const taken = planned.filter(({ problem }) => problem === null);
        const left = planned.filter(({ problem }) => problem !== null);
        await insertTaken(database, { organizationId, executorId: row.id, by }, taken);
        // Makes the agent report its nodes again.
        const change = { recovery: null, cordon: null, observedDigest: '' };
        const recovered = await database.update(executor).set(change).where(isRow(executor, row)).returning();
        await bumpRevision(database, row);
        const rest = left.length === 0 ? '' : ` ${counted(left.length, 'orphan')} left on the host: ${namesOf(left)}.`;
        const without = left.length === 0 ? ', which offers no nodes' : ', but none of its nodes';
        const message =
          taken.length === 0
            ? `Took over ${row.name}${without} (${by}).${rest}`
            : `Took over ${counted(taken.length, 'node')} of ${row.name} without a restart (${by}).${rest} The RPC passwords of these nodes are unknown here until you rotate the RPC credentials.`;
        const level = left.length === 0 ? 'info' : 'warning';
        const kind = 'executor.recovered';
        await recordEvents(database, organizationId, [{ level, kind, message, executorName: row.name }]);
        return { executor: oneRow(recovered) };
      },
      ...changes('executor'),
    }),
  },
});
