import type { StoredMove } from '../tables/nodes.ts';

/** The states of a move for which an executor has nothing more to do. */
export const endedMoveStates = ['done', 'failed', 'cancelled'] as const satisfies readonly StoredMove['state'][];

/** Returns whether an executor has still something to do for a move. Pure. */
export const isMovePending = (move: StoredMove | null): move is StoredMove =>
  move !== null && !endedMoveStates.some((state) => state === move.state);
