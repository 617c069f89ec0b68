import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { MoveRecord, MoveUnderWay, NodeRecord } from '../runtime/node-record.ts';
import type { Observation, PullProgress } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';

/** Whether a move to another data root has begun here and not ended. */
export const isUnderWay = (move: MoveRecord | undefined): move is MoveUnderWay =>
  move !== undefined && move.state !== 'done' && move.state !== 'failed';

type Tracked = Pick<NodeRecord, 'move' | 'dataRoot'>;

/**
 * Brings the record of a move up to what is desired and observed: a copy is made again whose original was opened meanwhile, and one that is not
 * wanted any more, or on which no daemon can be started, is given up. Returns the change, with the event that reports it. Pure.
 */
export function trackMove(
  { id, move: asked, desiredState }: Pick<DesiredNode, 'id' | 'move' | 'desiredState'>,
  { move, failure }: Pick<NodeRecord, 'move' | 'failure'>,
  { workload, data }: Pick<Observation, 'workload' | 'data'>,
): { change: Partial<Tracked>; event: NewEvent | null } {
  const nothing = { change: {}, event: null };
  if (!isUnderWay(move) || desiredState === 'deleted') return nothing;
  switch (move.state) {
    case 'copying':
    case 'copied': {
      if (asked?.id !== move.id) return givenUp(id, move, 'it was taken back');
      const wasOpened = workload !== undefined && (isUp(workload) || workload.startedAt !== (move.was ?? null));
      return move.state === 'copied' && wasOpened
        ? { change: { move: { ...move, state: 'copying' } }, event: null }
        : nothing;
    }
    case 'switched':
      if (failure?.isRefusedStart) return givenUp(id, move, `no daemon could be started there: ${failure.message}`);
      if (data === 'absent') return givenUp(id, move, 'the copy there was removed by someone else');
      return nothing;
    default:
      return nothing;
  }
}

/** Keeps how much of a move is copied. Pure. */
export const copiedSoFar = (
  { move }: Pick<NodeRecord, 'move'>,
  moveId: string,
  { done, total }: PullProgress,
): Partial<NodeRecord> =>
  isUnderWay(move) && move.id === moveId ? { move: { ...move, copiedBytes: done, totalBytes: total } } : {};

/** What changes when a move is given up: from then on the old copy is the one to use. Pure. */
export function givenUp(
  nodeId: string,
  move: MoveUnderWay,
  reason: string,
): { change: Pick<NodeRecord, 'move' | 'dataRoot' | 'cause' | 'failure'>; event: NewEvent } {
  const { from, to } = move;
  return {
    change: {
      move: { ...move, state: 'returning', reason },
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
