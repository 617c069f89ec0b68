import { kindOfInput } from '../../../contract/kind-fields.ts';
import { operationParams } from '../../../contract/node-operations.ts';
import type { NodeOperationInput, NodeOperationKind } from '../../../contract/types.generated.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import { and, type Database, hasKey, oneRow, type TenantKey } from '../../platform/database/database.ts';
import { domainError, requireRow } from '../../platform/input/errors.ts';
import { hasId } from '../../platform/input/filters.ts';
import { adminMutation } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import {
  isOperationOf,
  nodeOperation,
  type OperationOfNode,
  type OperationRow,
  pendingStates,
} from '../../tables/node-operations.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { lockUndeleted, reviseNode } from '../change-node.ts';
import { pendingOf } from '../find-nodes.ts';
import { kindOf, titleOf } from './kinds.ts';

const isPending = ({ state }: OperationRow): boolean => pendingStates.some((each) => each === state);

export const insertOperation = async (
  transaction: Database,
  values: typeof nodeOperation.$inferInsert,
): Promise<OperationRow> => oneRow(await transaction.insert(nodeOperation).values(values).returning());

/** Ends an operation that no agent reports as ended. */
export const end = async (
  transaction: Database,
  { organizationId, id }: TenantKey,
  state: 'succeeded' | 'failed' | 'cancelled',
  reason: string | null,
): Promise<OperationRow> =>
  oneRow(
    await transaction
      .update(nodeOperation)
      .set({ state, reason, endedAt: new Date(), cancellable: false, step: null })
      .where(hasKey(nodeOperation, organizationId, id))
      .returning(),
  );

/** Makes the agent fetch the node's changed operations. */
async function reviseFor(
  transaction: Database,
  row: NodeRow,
  operation: OperationRow,
  { what, by }: { what: 'requested' | 'cancelled'; by: string },
): Promise<{ operation: OperationOfNode }> {
  const revised = await reviseNode(transaction, row);
  const { id: nodeId, name: nodeName, executor, organizationId } = row;
  const kind = `node.operation_${what}` as const;
  const message = `${by} ${what} an operation of ${nodeName}: ${titleOf(operation)}.`;
  await recordEvents(transaction, organizationId, [{ kind, message, executorName: executor.name, nodeName, nodeId }]);
  return { operation: { ...operation, node: revised } };
}

function requested(data: NodeOperationInput) {
  const { kind: name, value: request } = kindOfInput(data);
  const kind = name as NodeOperationKind;
  const { start } = kindOf(kind);
  if (start === undefined) throw new Error(`${kind} is an input of startNodeOperation, which does not start it`);
  return { kind, start, request };
}

const subject = ({ operation: { node } }: { operation: OperationOfNode }) =>
  ({ type: 'node', id: node.id, revision: node.revision }) as const;

export const changeOperationResolvers = (): Resolvers => ({
  Mutation: {
    startNodeOperation: adminMutation({
      run: async ({ where, data }, { caller, database }) => {
        const { kind, start, request } = requested(data);
        const row = await lockUndeleted(database, caller, where.id);
        const pending = await pendingOf(database, row);
        const replaced = pending.filter((each) => each.kind === kind && start.replaces?.(each, row));
        const conflict = pending.find((each) => start.conflictsWith.includes(each.kind) && !replaced.includes(each));
        if (conflict !== undefined) {
          const { state, startedAt, requestedAt, requestedBy, cancellable } = conflict;
          throw domainError(
            conflict.kind === kind ? 'action_already_pending' : 'action_not_possible',
            `an operation of ${row.name} is ${state} since ${(startedAt ?? requestedAt).toISOString()} (${requestedBy}): ` +
              `${titleOf(conflict)}; wait until it ends${cancellable ? ', or cancel it' : ''}`,
          );
        }
        const stored = operationParams[kind].parse(await start.judge(row, request, database));
        for (const each of replaced) await end(database, each, 'cancelled', 'it was requested again');
        const key = { organizationId: row.organizationId, nodeId: row.id };
        const values = { ...key, kind, params: stored, requestedBy: caller.name, cancellable: true };
        const operation = await insertOperation(database, values);
        return reviseFor(database, row, operation, { what: 'requested', by: caller.name });
      },
      subject,
      target: ({ where: { id } }) => ({ type: 'node', id }),
    }),
    cancelNodeOperation: adminMutation({
      run: async ({ where: { nodeId, id } }, { caller, database }) => {
        const row = await lockUndeleted(database, caller, nodeId);
        const isNamed = and(isOperationOf(row), hasId(nodeOperation.id, id));
        const operation = requireRow(await database.select().from(nodeOperation).where(isNamed));
        if (!operation.cancellable) {
          const { state, step } = operation;
          const why = isPending(operation) ? `${state}${step === null ? '' : ` (${step})`} and runs to its end` : state;
          throw domainError(
            'action_not_possible',
            `the operation of ${row.name} cannot be cancelled because it is ${why}: ${titleOf(operation)}`,
          );
        }
        const ended = await end(database, operation, 'cancelled', null);
        return reviseFor(database, row, ended, { what: 'cancelled', by: caller.name });
      },
      subject,
      target: ({ where: { nodeId: id } }) => ({ type: 'node', id }),
    }),
  },
});
