import type { RequestInput, RequestResult } from '../../contract/agent-requests.ts';
import { GetAgentRequestDocument, OpenAgentRequestDocument } from '../../contract/operations.generated.ts';
import type { AgentRequestKind } from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { waitFor } from '../wait.ts';

interface Request<K extends AgentRequestKind> {
  nodeId: string;
  kind: K;
  args: RequestInput<K>;
}

/** Returns the id of a request that is open now. */
export async function openRequest<K extends AgentRequestKind>(api: Api, request: Request<K>): Promise<string> {
  return (await api.call(OpenAgentRequestDocument, request)).openAgentRequest.id;
}

/** Returns the answer of a node's agent. Throws CommandError, which starts with `failure`. */
export async function requestAgent<K extends AgentRequestKind>(
  api: Api,
  request: Request<K>,
  failure: string,
): Promise<RequestResult<K>> {
  const id = await openRequest(api, request);
  const answered = await waitFor(async () => {
    const { agentRequest } = await api.call(GetAgentRequestDocument, { id });
    return agentRequest?.status === 'pending' ? undefined : agentRequest;
  });
  if (answered?.status !== 'done')
    throw new CommandError(`${failure}: ${printable(answered?.error ?? 'the request expired')}`);
  return answered.result as RequestResult<K>;
}
