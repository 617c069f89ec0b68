import type { UnexpectedExit } from '../runtime/node-record.ts';
import { killedExitCode } from '../runtime/workload.ts';
import { corruptionAdvice, lockAdvice } from './crash-message.ts';

/** Describes an exit for people: code, cause, last words, advice. */
export function describeExit(exit: Omit<UnexpectedExit, 'times'>): string {
  const code = exit.code === null ? 'the daemon ended by itself' : `the daemon ended with exit code ${exit.code}`;
  const outOfMemory = exit.outOfMemory ? ' because its memory limit was reached (give the node more memory)' : '';
  const killed =
    exit.code === killedExitCode && !exit.outOfMemory ? ' (someone killed it, or the host ran out of memory)' : '';
  const lastWords = exit.lastWords === null ? '' : `: ${exit.lastWords}`;
  const advice =
    exit.lastWords === null ? null : (corruptionAdvice(exit.lastWords, exit.hadRoom) ?? lockAdvice(exit.lastWords));
  return `${code}${outOfMemory}${killed}${lastWords}${advice === null ? '' : ` ${advice}`}`;
}
