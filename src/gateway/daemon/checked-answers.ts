import { rpcCodes } from '../rpc/faults.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';
import { DaemonFault } from './daemon-fault.ts';
import { readAnswers } from './read-answers.ts';

/** Returns the answers of a text. Throws DaemonFault if it is something else, or if the daemon is still starting. */
export function checkedAnswers(text: string, count: number): CallAnswer[] {
  const answers = readAnswers(text, count);
  if (answers === null) throw new DaemonFault('invalid', 'its answer is no JSON-RPC');
  if (answers.some((answer) => 'code' in answer && answer.code === rpcCodes.inWarmup))
    throw new DaemonFault('warming_up', 'it is starting');
  return answers;
}
