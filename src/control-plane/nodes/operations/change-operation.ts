import { operationParams } from '../../../contract/node-operations.ts';
import type { NodeOperationKind } from '../../../contract/types.generated.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import { type Database, oneRow } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/drizzle.ts';
import { domainError, forbidden, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { nodeOperation, type OperationOfNode, type OperationRow, pendingStates } from '../../tables/node-operations.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { requireUndeleted, reviseNode } from '../change-node.ts';
import { lockNode, pendingOf } from '../find-nodes.ts';
import { kindOf, titleOf } from './kinds.ts';

/** Names the node of an operation and the person who requests it. */
interface Requested {
  organizationId: string;
  nodeId: string;
  by: string;
}

/** Starts an operation within a transaction. Throws the errors of `startNodeOperation`. */
export async function startOperation(
  transaction: Database,
  { organizationId, nodeId, by }: Requested,
  { kind, params }: { kind: NodeOperationKind; params: unknown },
): Promise<OperationOfNode> {
  const { start } = kindOf(kind);
  if (start === undefined) {
    const message = `${kind} cannot be started on its own: see createNode and rotateRpcCredentials`;
    throw domainError('action_not_possible', message);
  }
  const request = start.request.safeParse(params ?? {});
  if (!request.success) {
    throw invalidInput(
      request.error.issues.map(({ path, message }) => ({ path: ['params', ...path.map(String)], message })),
    );
  }
  const row = await lockNode(transaction, organizationId, nodeId);
  requireUndeleted(row);
  const pending = await pendingOf(transaction, row.id);
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
  const stored = await start.judge(row, request.data, transaction);
  for (const { id } of replaced) await end(transaction, id, 'cancelled', 'it was requested again');
  const operation = await insertOperation(transaction, {
    ...{ nodeId: row.id, kind, params: operationParams[kind].parse(stored), requestedBy: by, cancellable: true },
  });
  const revised = await reviseNode(transaction, row);
  await recordEvents(transaction, organizationId, [eventOf('requested', revised, operation, by)]);
  return { ...operation, node: revised };
}

/** Cancels an operation within a transaction. Throws the errors of `cancelNodeOperation`. */
export async function cancelOperation(
  transaction: Database,
  { organizationId, nodeId, by }: Requested,
  id: string,
): Promise<OperationOfNode> {
  const row = await lockNode(transaction, organizationId, nodeId);
  requireUndeleted(row);
  if (!isUuid(id)) throw forbidden();
  const key = and(eq(nodeOperation.id, id), eq(nodeOperation.nodeId, row.id));
  const [operation] = await transaction.select().from(nodeOperation).where(key);
  if (operation === undefined) throw forbidden();
  if (!operation.cancellable) {
    const { state, step } = operation;
    const why = isPending(operation) ? `${state}${step === null ? '' : ` (${step})`} and runs to its end` : state;
    throw domainError(
      'action_not_possible',
      `the operation of ${row.name} cannot be cancelled because it is ${why}: ${titleOf(operation)}`,
    );
  }
  const cancelled = await end(transaction, id, 'cancelled', null);
  const revised = await reviseNode(transaction, row);
  await recordEvents(transaction, organizationId, [eventOf('cancelled', revised, operation, by)]);
  return { ...cancelled, node: revised };
}

const isPending = ({ state }: OperationRow): boolean => pendingStates.some((each) => each === state);

export async function insertOperation(
  transaction: Database,
  values: typeof nodeOperation.$inferInsert,
): Promise<OperationRow> {
  return oneRow(await transaction.insert(nodeOperation).values(values).returning());
}

/** Ends an operation that no agent reports as ended. */
export async function end(
  transaction: Database,
  id: string,
  state: 'succeeded' | 'failed' | 'cancelled',
  reason: string | null,
): Promise<OperationRow> {
  return oneRow(
    await transaction
      .update(nodeOperation)
      .set({ state, reason, endedAt: new Date(), cancellable: false, step: null })
      .where(eq(nodeOperation.id, id))
      .returning(),
  );
}

const eventOf = (what: 'requested' | 'cancelled', row: NodeRow, operation: OperationRow, by: string) => ({
  kind: `node.operation-${what}` as const,
  message: `${by} ${what} an operation of ${row.name}: ${titleOf(operation)}.`,
  ...{ executorName: row.executor.name, nodeName: row.name, nodeId: row.id },
});
