import { pendingOf } from '../../nodes/find-nodes.ts';
import { end, insertOperation } from '../../nodes/operations/change-operation.ts';
import type { Database } from '../../platform/database/database.ts';
import type { NodeRolloutMemberRow, NodeRolloutRow } from '../../tables/node-rollouts.ts';
import type { MemberChange } from '../members.ts';

/** Of the operations that show a rotation in a node's history. */
export const kind = 'rotate_rpc_credentials';

const outcomes = { changed: 'succeeded', skipped: 'cancelled', failed: 'failed' } as const;

/** Shows the turn of a node in a rotation among the operations of the node. Does nothing for other rollouts. */
export async function recordTurn(
  transaction: Database,
  { requestedBy }: Pick<NodeRolloutRow, 'requestedBy'>,
  { organizationId, nodeId, request }: NodeRolloutMemberRow,
  { state, reason = null }: MemberChange,
): Promise<void> {
  if (!('rpcStage' in request) || state === undefined || state === 'waiting' || state === 'refused') return;
  const pending = (await pendingOf(transaction, { organizationId, id: nodeId })).find((each) => each.kind === kind);
  // Of a deleted node, or of one whose turn never came.
  if (pending === undefined && (state === 'skipped' || state === 'failed')) return;
  const operation =
    pending ??
    (await insertOperation(transaction, {
      organizationId,
      nodeId,
      requestedBy,
      kind,
      params: { stage: request.rpcStage },
      startedAt: new Date(),
      state: 'running',
    }));
  if (state !== 'under_way') await end(transaction, operation, outcomes[state], reason);
}
