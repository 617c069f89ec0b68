import { SatrapError } from '../../../../client/error.ts';
import {
  AgentRequestDocument,
  type AgentRequestQuery,
  OpenAgentRequestDocument,
} from '../../../../client/operations.generated.ts';
import { maxLogLines } from '../../../../contract/limits.ts';
import type { Api } from '../../../api/api.ts';
import { pause } from '../../../api/connection.ts';
import type { Bounds } from '../../time-range/time-range.ts';

const pollMs = 300;

/** Why an agent did not read a log, in its own words. */
const failed = (message: string) => new SatrapError(message, { status: 200 });

/** Reads the last 2,000 lines of a node's log in a time range, through its agent. Throws SatrapError. */
export async function readPastLog(
  api: Api,
  nodeId: string,
  { from = null, to = null }: { [Bound in keyof Bounds]: string | null },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const data = { log: { tail: maxLogLines, from, to } };
  const { openAgentRequest } = await api.mutate(OpenAgentRequestDocument, { where: { id: nodeId }, data });
  const { id } = openAgentRequest.request;
  for (;;) {
    const answer: AgentRequestQuery['agentRequest'] = (await api.query(AgentRequestDocument, { where: { id } }, signal))
      .agentRequest;
    if (answer === null) throw failed('The answer has expired. Try again.');
    if (answer.status !== 'pending') {
      if (answer.result?.log == null) throw failed(answer.error ?? 'The agent sent no log.');
      return answer.result.log;
    }
    await pause(pollMs, signal);
    signal.throwIfAborted();
  }
}
