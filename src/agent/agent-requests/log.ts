import { requestArgs } from '../../contract/agent-requests.ts';
import type { LogRange } from '../runtime/runtime.ts';
import type { AnsweredKind } from './responder.ts';

type ReadLog = (nodeId: string, tail: number, range: LogRange) => Promise<string[] | null>;

/** The last lines of a node's log. Each answer may hold one MiB. */
export const logKind = (readLog: ReadLog): AnsweredKind => ({
  kind: 'log',
  maxConcurrent: 4,
  maxPending: 20,
  answer: async (nodeId, args) => {
    const { tail, from, to } = requestArgs.log.parse(args);
    const range = {
      ...(from === null ? {} : { since: Date.parse(from) }),
      ...(to === null ? {} : { until: Date.parse(to) }),
    };
    const lines = await readLog(nodeId, tail, range);
    if (lines === null) throw new Error('the node has no container');
    return lines;
  },
});
