import type { NewEvent } from '../outbox/event.ts';
import type { UnexpectedExit } from './node-record.ts';
import { describeExit } from './phase.ts';

/** Counts an exit that nobody here asked for, and makes the event that tells of it; null where enough was told. Pure. */
export function accountExit(
  nodeId: string,
  before: UnexpectedExit | null,
  ended: Omit<UnexpectedExit, 'times'>,
): { exit: UnexpectedExit; event: NewEvent | null } {
  const same = before !== null && before.code === ended.code && before.lastWords === ended.lastWords;
  const exit = { ...ended, times: same ? before.times + 1 : 1 };
  // A daemon that ends at every start is told of ever more seldom: at 1, 2, 4, 8, … times in a row.
  if (!Number.isInteger(Math.log2(exit.times))) return { exit, event: null };
  const again = exit.times > 1 ? ` (${exit.times} times in a row)` : '';
  const event: NewEvent = {
    level: ended.code === 0 ? 'warning' : 'error',
    kind: 'node.exited',
    nodeId,
    message: `Nobody here asked for it: ${describeExit(exit)}${again}.`,
    data: { exitCode: exit.code, outOfMemory: exit.outOfMemory, lastWords: exit.lastWords, times: exit.times },
  };
  return { exit, event };
}
