import * as z from 'zod';
import { jsonOrNull } from '../../text/json-or-null.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';
import type { DaemonCall } from './daemon.ts';
import { DaemonFault } from './daemon-fault.ts';
import type { DaemonAnswer } from './received-answer.ts';

/** Sent as the last call with others, whose answers come from a chain with the block that it names. */
export const tipCall: DaemonCall = { method: 'getbestblockhash', params: '[]' };

export const hashShape = z.string().regex(/^[0-9a-f]{64}$/);

/** Returns the block that the last answer names. Throws DaemonFault. */
export function tipOf(answers: readonly CallAnswer[]): string {
  const last = answers.at(-1);
  const { data } = hashShape.safeParse(last !== undefined && 'result' in last ? jsonOrNull(last.result) : null);
  if (data === undefined) throw new DaemonFault('invalid', 'its answer to getbestblockhash is invalid');
  return data;
}

/** Throws DaemonFault for an answer that is longer than its kind may be. */
export function wholeText(answer: DaemonAnswer): string {
  if ('text' in answer) return answer.text;
  answer.cancel();
  throw new DaemonFault('invalid', 'its answer is too large');
}
