import { type DesiredNode, desiredOperation } from '../../desired/desired-entry.ts';
import type { NewEvent } from '../../outbox/event.ts';
import { hasEnded, type MoveRecord, type NodeRecord } from '../../runtime/node-record.ts';
import type { Observation } from '../../runtime/runtime.ts';
import { isUp } from '../../runtime/workload.ts';
import type { Tracked, TrackedOperation } from './tracked-operation.ts';

/** Whether a move to another data root has started here and not ended. */
export const isUnderWay = (move: MoveRecord | undefined): move is MoveRecord => move !== undefined && !hasEnded(move);

export const trackedMove: TrackedOperation = {
  kind: 'move',
  stages: {
    copying: { step: 'copying the data', bytes: true, cancellable: true },
    copied: { step: 'verifying the copy', cancellable: true },
    switched: { step: 'starting the daemon on the copy' },
    answered: { step: 'removing the old copy' },
    returning: { state: 'undone', step: 'rolling back to the old copy' },
  },
  track: trackMove,
};

/** Repeats a copy whose original was opened meanwhile. Abandons an undesired one, and one on which no daemon starts. */
export function trackMove(
  desired: Pick<DesiredNode, 'id' | 'operations' | 'desiredState'>,
  { operations: { move }, failure }: Pick<NodeRecord, 'operations' | 'failure'>,
  { workload, data }: Pick<Observation, 'workload' | 'data'>,
): Tracked | undefined {
  if (!isUnderWay(move) || desired.desiredState === 'deleted') return undefined;
  switch (move.stage) {
    case 'copying':
    case 'copied': {
      if (desiredOperation(desired, 'move')?.id !== move.id) return givenUp(desired.id, move, 'cancelled');
      const wasOpened = workload !== undefined && (isUp(workload) || workload.startedAt !== (move.was ?? null));
      return move.stage === 'copied' && wasOpened
        ? { change: { operations: { move: { ...move, stage: 'copying' } } } }
        : undefined;
    }
    case 'switched':
      if (failure?.isRefusedStart)
        return givenUp(desired.id, move, `the daemon cannot start there: ${failure.message}`);
      if (data === 'absent') return givenUp(desired.id, move, 'the copy was removed by someone else');
      return undefined;
    default:
      return undefined;
  }
}

/** Returns the change that abandons a move: the old copy is used from then on. */
export function givenUp(nodeId: string, move: MoveRecord, reason: string): Required<Tracked> & { event: NewEvent } {
  const { from, to } = move;
  return {
    change: {
      operations: { move: { ...move, stage: 'returning', reason } },
      dataRoot: from,
      cause: `the move to ${to} was rolled back`,
      failure: null,
    },
    event: {
      kind: 'node.move_given_up',
      nodeId,
      message: `Rolled back the move to data root ${to}: ${reason}. The node continues with the data in ${from}.`,
      data: { from, to, reason },
    },
  };
}
