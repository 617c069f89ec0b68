import { requestArgs } from '../../contract/agent-requests.ts';
import type { AnsweredKind } from './responder.ts';

type ReadLog = (nodeId: string, tail: number, range: { since?: number }) => Promise<string[] | null>;

/** The last lines of a node's log. Each answer may hold one MiB. */
export const logKind = (readLog: ReadLog): AnsweredKind => ({
  kind: 'log',
  maxConcurrent: 4,
  maxPending: 20,
  answer: async (nodeId, args) => {
    const { tail, from } = requestArgs.log.parse(args);
    const lines = await readLog(nodeId, tail, from === null ? {} : { since: Date.parse(from) });
    if (lines === null) throw new Error('the node has no container');
    return lines;
  },
});
