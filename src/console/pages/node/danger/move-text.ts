import type { NodeMoveState } from '../../../../contract/types.generated.ts';
import { formatBytes, formatMiB } from '../../../display/format.ts';

/** A data root of a node's executor. */
interface Root {
  name: string;
  freeMiB: number | null;
}

/** How far a move is, after “its last move to ROOT is”. */
export const moveWords: Record<NodeMoveState, string> = {
  asked: 'asked for, and not begun',
  copying: 'under way: its daemon is down while its data is copied',
  starting: 'under way: its daemon starts on the copy, and the old one is kept until it has answered',
  returning: 'given up: the node goes back to the data where it was',
  done: 'done',
  failed: 'not done: its data is where it was',
  cancelled: 'taken back',
};

/** Whether its agent has still something to do for it. Pure. */
export const isMoving = (state: NodeMoveState): boolean =>
  ['asked', 'copying', 'starting', 'returning'].includes(state);

/** Whether it can be taken back: no daemon was started on the copy yet. Pure. */
export const mayTakeBack = (state: NodeMoveState): boolean => state === 'asked' || state === 'copying';

/** Returns the data roots that a node's data can go to, with what is free there, as choices. One that is not seen cannot be chosen. Pure. */
export const rootChoices = (
  roots: readonly Root[],
  present: string | null,
): { value: string; label: string; disabled: boolean }[] =>
  roots
    .filter(({ name }) => name !== present)
    .map(({ name, freeMiB }) => ({
      value: name,
      label: freeMiB === null ? `${name}, whose disk is not seen` : `${name}, ${formatMiB(freeMiB)} free`,
      disabled: freeMiB === null,
    }));

/** Says how much is copied, such as `1.5 GiB of 3 GiB`; null where that is unknown. Pure. */
export function copiedText(copiedBytes: number | null, totalBytes: number | null): string | null {
  return copiedBytes === null || totalBytes === null
    ? null
    : `${formatBytes(copiedBytes)} of ${formatBytes(totalBytes)} copied`;
}
