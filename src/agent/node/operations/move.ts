import type { DesiredNode } from '../../desired/desired-entry.ts';
import { desiredOperation } from '../../desired/desired-operation.ts';
import type { NewEvent } from '../../outbox/event.ts';
import { hasEnded, type MoveRecord, type NodeRecord } from '../../runtime/node-record.ts';
import type { Observation } from '../../runtime/runtime.ts';
import { isUp } from '../../runtime/workload.ts';
import type { Tracked, TrackedOperation } from './tracked-operation.ts';

/** Whether a move to another data root has begun here and not ended. */
export const isUnderWay = (move: MoveRecord | undefined): move is MoveRecord => move !== undefined && !hasEnded(move);

export const trackedMove: TrackedOperation = {
  kind: 'move',
  stages: {
    copying: { step: 'copying the data', bytes: true, cancellable: true },
    copied: { step: 'comparing the copy with the data', cancellable: true },
    switched: { step: 'starting the daemon on the copy' },
    answered: { step: 'removing the old copy' },
    returning: { state: 'undone', step: 'rolling back to the old copy' },
  },
  track: trackMove,
};

/**
 * A copy is made again whose original was opened meanwhile, and one that is not wanted any more, or on which no daemon can be started, is
 * given up. Pure.
 */
export function trackMove(
  desired: Pick<DesiredNode, 'id' | 'operations' | 'desiredState'>,
  { operations: { move }, failure }: Pick<NodeRecord, 'operations' | 'failure'>,
  { workload, data }: Pick<Observation, 'workload' | 'data'>,
): Tracked | undefined {
  if (!isUnderWay(move) || desired.desiredState === 'deleted') return undefined;
  switch (move.stage) {
    case 'copying':
    case 'copied': {
      if (desiredOperation(desired, 'move')?.id !== move.id) return givenUp(desired.id, move, 'it was cancelled');
      const wasOpened = workload !== undefined && (isUp(workload) || workload.startedAt !== (move.was ?? null));
      return move.stage === 'copied' && wasOpened
        ? { change: { operations: { move: { ...move, stage: 'copying' } } } }
        : undefined;
    }
    case 'switched':
      if (failure?.isRefusedStart)
        return givenUp(desired.id, move, `no daemon could be started there: ${failure.message}`);
      if (data === 'absent') return givenUp(desired.id, move, 'the copy there was removed by someone else');
      return undefined;
    default:
      return undefined;
  }
}

/** What changes when a move is given up: from then on the old copy is the one to use. Pure. */
export function givenUp(nodeId: string, move: MoveRecord, reason: string): Required<Tracked> & { event: NewEvent } {
  const { from, to } = move;
  return {
    change: {
      operations: { move: { ...move, stage: 'returning', reason } },
      dataRoot: from,
      cause: `its move to ${to} was given up`,
      failure: null,
    },
    event: {
      kind: 'node.move-given-up',
      nodeId,
      message: `The move of its chain data to the data root ${to} was given up: ${reason}. It goes on with the data in ${from}.`,
      data: { from, to, reason },
    },
  };
}
