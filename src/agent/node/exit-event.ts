import type { NewEvent } from '../outbox/event.ts';
import type { UnexpectedExit } from '../runtime/node-record.ts';
import { describeExit } from './describe-exit.ts';

/** Counts an unexpected exit. Of identical exits in a row, only the 1st, 2nd, 4th, 8th … has an event. */
export function countExit(
  nodeId: string,
  previous: UnexpectedExit | null,
  current: Omit<UnexpectedExit, 'times'>,
): { exit: UnexpectedExit; event: NewEvent | null } {
  const isSame = previous !== null && previous.code === current.code && previous.lastWords === current.lastWords;
  const exit = { ...current, times: isSame ? previous.times + 1 : 1 };
  if (!Number.isInteger(Math.log2(exit.times))) return { exit, event: null };
  const repeats = exit.times > 1 ? ` (${exit.times} times in a row)` : '';
  const event: NewEvent = {
    level: exit.code === 0 ? 'warning' : 'error',
    kind: 'node.exited',
    nodeId,
    message: `The daemon exited unexpectedly: ${describeExit(exit)}${repeats}.`,
    data: { exitCode: exit.code, outOfMemory: exit.outOfMemory, lastWords: exit.lastWords, times: exit.times },
  };
  return { exit, event };
}
