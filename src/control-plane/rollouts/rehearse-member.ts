import type { ControlPlaneEvent } from '../history/events/record-events.ts';
import { reviseNode } from '../nodes/change-node.ts';
import { pendingOf } from '../nodes/find-nodes.ts';
import { insertOperation } from '../nodes/operations/change-operation.ts';
import { kindOf, titleOf } from '../nodes/operations/kinds.ts';
import { type Database, hasKey } from '../platform/database/database.ts';
import { nodeOperation, type OperationRow } from '../tables/node-operations.ts';
import type { NodeRolloutMemberRow, NodeRolloutRow } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';

/** What the rehearsal of a member's version means for its change. */
export type MemberRehearsal =
  | { kind: 'pass' }
  | { kind: 'wait'; id: string | null; message: string; requested?: ControlPlaneEvent }
  | { kind: 'refuse'; reason: string };

/** Judges the rehearsal of a member's version: its operation is null before it was requested. */
export function judgeRehearsal(
  operation: Pick<OperationRow, 'id' | 'state' | 'reason' | 'result'> | null,
  version: string,
): MemberRehearsal | null {
  if (operation === null) return null;
  switch (operation.state) {
    case 'succeeded':
      return { kind: 'pass' };
    case 'failed': {
      // A host that cannot rehearse says nothing about the version.
      const reason = operation.reason ?? 'no reason reported';
      const isJudged = operation.result?.rehearse?.verdict !== 'not_possible';
      return isJudged ? { kind: 'refuse', reason: `The rehearsal of ${version} failed: ${reason}` } : { kind: 'pass' };
    }
    case 'cancelled':
      return { kind: 'refuse', reason: `The rehearsal of ${version} was cancelled.` };
    default:
      return { kind: 'wait', id: operation.id, message: `${version} is rehearsed on a copy of its data` };
  }
}

/** Requests the rehearsal of a locked node's other version, or judges it. Everything else needs none. */
export async function rehearseMember(
  transaction: Database,
  rollout: NodeRolloutRow,
  { request, rehearsalId }: NodeRolloutMemberRow,
  row: NodeRow,
): Promise<MemberRehearsal> {
  const version = 'update' in request ? request.update.clientVersion : null;
  if (version == null || version === row.clientVersion) return { kind: 'pass' };
  const { organizationId, id: nodeId, name: nodeName, executor } = row;
  const isRequested = hasKey(nodeOperation, organizationId, rehearsalId ?? '');
  const [requested = null] =
    rehearsalId === null ? [] : await transaction.select().from(nodeOperation).where(isRequested);
  const judged = judgeRehearsal(requested, version);
  if (judged !== null) return judged;
  const { conflictsWith = [] } = kindOf('rehearse').start ?? {};
  const conflict = (await pendingOf(transaction, row)).find(({ kind }) => conflictsWith.includes(kind));
  if (conflict !== undefined)
    return { kind: 'wait', id: null, message: `another operation must end first: ${titleOf(conflict)}` };
  const operation = await insertOperation(transaction, {
    ...{ organizationId, nodeId, kind: 'rehearse', params: { from: row.clientVersion, clientVersion: version } },
    ...{ requestedBy: rollout.requestedBy, cancellable: true },
  });
  await reviseNode(transaction, row);
  const message = `The rollout “${rollout.summary}” requested an operation of ${nodeName}: ${titleOf(operation)}.`;
  const requestedOf = { executorName: executor.name, nodeName, nodeId };
  return {
    ...{ kind: 'wait', id: operation.id, message: `${version} is rehearsed on a copy of its data` },
    requested: { kind: 'node.operation_requested', message, ...requestedOf },
  };
}
