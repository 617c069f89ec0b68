import type { RpcFault } from './faults.ts';
import type { Reply } from './read-request.ts';

/** The result or the error of a call, serialised. */
export type CallAnswer = { result: string } | { error: string; code: number };

export const faultAnswer = ({ code, message }: RpcFault): CallAnswer => ({
  error: JSON.stringify({ code, message }),
  code,
});

/** What stands before and after the result of a call, for one that is sent in pieces. */
export const aroundResult = ({ id, isVersion2 }: Reply): readonly [before: string, after: string] =>
  isVersion2 ? ['{"jsonrpc":"2.0","result":', `,"id":${id}}`] : ['{"result":', `,"error":null,"id":${id}}`];

/** Writes an answer in the version of its call, with the keys in Bitcoin Core's order. */
export function writeAnswer(answer: CallAnswer, reply: Reply): string {
  if ('result' in answer) {
    const [before, after] = aroundResult(reply);
    return before + answer.result + after;
  }
  const { id, isVersion2 } = reply;
  return isVersion2
    ? `{"jsonrpc":"2.0","error":${answer.error},"id":${id}}`
    : `{"result":null,"error":${answer.error},"id":${id}}`;
}
