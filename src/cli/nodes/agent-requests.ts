import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { readCall, readingCalls, signatureOf } from '../../bitcoin/reading-calls.ts';
import { maxLogLines } from '../../contract/limits.ts';
import { type FollowedText, textsOf } from '../../contract/log-texts.ts';
import type { AgentRequestInput, AgentRequestResult } from '../../contract/types.generated.ts';
import { parseExactJson } from '../../text/exact-json.ts';
import { printable } from '../../text/printable.ts';
import { type Api, type ApiOptions, defineApiCommand, findNode } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { lastOption, option, sinceOption, untilOption } from '../options.ts';
import { explanationLines, jsonText, print } from '../output.ts';
import { waitFor } from '../wait.ts';

export function register(nodes: Command): void {
  defineApiCommand(nodes, 'logs <node>', 'show the last lines of a node’s log', [
    lastOption('lines', 200, maxLogLines),
    sinceOption,
    untilOption,
    option('-f, --follow', 'keep printing new lines (with --json: one per line)'),
  ]).action(async (api, { last: tail, since: from = null, until: to = null, follow, ...options }, nameOrId) => {
    if (follow && to !== null) throw new CommandError('use either --follow or --until', 'usage');
    const { id } = await findNode(api, nameOrId);
    const lines = { tail, from };
    if (follow) return printFollowed(api, await openRequest(api, id, { followLog: lines }), options);
    const { log = [] } = await requestAgent(api, id, { log: { ...lines, to } }, 'no log');
    print(log, options, () => log ?? []);
  });
  const explained = 'explain a node: desired state, observed state, next steps';
  defineApiCommand(nodes, 'explain <node>', explained).action(async (api, options, nameOrId) => {
    const { id, name } = await findNode(api, nameOrId);
    const { explainNode } = await api.call('ExplainNode', { id });
    if (explainNode === null) throw new CommandError(`${name} was deleted`, 'not_found');
    const { explainedAt, staleReason } = explainNode;
    const age = staleReason == null ? [] : [`as of ${explainedAt}: ${staleReason}`];
    print(explainNode, options, () => [...age, ...explanationLines({ node: { id, name }, ...explainNode })]);
  });
  const called = 'call a read-only RPC method of a node, through its agent';
  defineApiCommand(nodes, 'rpc <node> <method> [parameters...]', called)
    .action(async (api, options, nameOrId, method, params) => {
      const { id } = await findNode(api, nameOrId);
      const { rpc } = await requestAgent(api, id, { rpc: { method, params } }, `${method} failed`);
      const result = parseExactJson(rpc ?? 'null');
      // JSON escapes ASCII control characters, but not the terminal controls beyond ASCII.
      print(result, options, () =>
        typeof result === 'string' ? [result] : JSON.stringify(result, null, 2).split('\n'),
      );
    })
    // Before a key is needed.
    .hook('preAction', (_command, { args: [, method = '', ...params] }) => requireReading(method, params))
    .addHelpText('after', () => `\nMethods:\n${readingCalls.map((call) => `  ${signatureOf(call)}`).join('\n')}`);
}

/** Prints lines as they arrive. Notices go to stderr, so that stdout holds only the log. */
async function printFollowed(api: Api, requestId: string, { json }: ApiOptions): Promise<void> {
  for await (const text of followLog(api, requestId)) {
    // The reader closed the pipe.
    if (!process.stdout.writable) return;
    if ('notice' in text) console.error(`-- ${text.notice} --`);
    else console.log(json ? jsonText(text.line) : text.line);
  }
}

/** Throws CommandError for a call that is not allowed or has wrong parameters. */
function requireReading(method: string, params: readonly string[]): void {
  const call = readCall(method, params);
  if (!('issues' in call)) return;
  const faults = call.issues.map(({ path, message }) => (path[0] === 'method' ? `${method} ${message}` : message));
  throw new CommandError(faults.join('; '), 'usage', { hint: 'satrap nodes rpc --help' });
}

/** Returns the id of a request that is open now. */
const openRequest = async (api: Api, nodeId: string, data: AgentRequestInput): Promise<string> =>
  (await api.call('OpenAgentRequest', { nodeId, data })).openAgentRequest.request.id;

/** Returns the answer of a node's agent. Throws CommandError, which starts with `failure`. */
async function requestAgent(
  api: Api,
  nodeId: string,
  data: AgentRequestInput,
  failure: string,
): Promise<AgentRequestResult> {
  const id = await openRequest(api, nodeId, data);
  const answered = await waitFor(async () => {
    const { agentRequest } = await api.call('GetAgentRequest', { id });
    return agentRequest?.status === 'pending' ? undefined : agentRequest;
  });
  if (answered?.status !== 'done' || answered.result === null)
    throw new CommandError(`${failure}: ${printable(answered?.error ?? 'the request expired')}`);
  return answered.result;
}

const reopenMs = 500;

/** Yields the lines of a followed log. Throws CommandError when the request ends. */
export async function* followLog(
  api: Pick<Api, 'call' | 'subscribe'>,
  requestId: string,
  reopen: () => Promise<unknown> = () => delay(reopenMs),
): AsyncGenerator<FollowedText> {
  let expected = 0;
  for (let failures = 0; failures < 5; failures++) {
    try {
      for await (const { nodeLog } of api.subscribe('FollowLog', { id: requestId })) {
        if (nodeLog == null) continue;
        failures = 0;
        yield* textsOf(nodeLog, expected);
        expected = nodeLog.sequence == null ? expected : nodeLog.sequence + 1;
      }
    } catch (error) {
      if (failures === 4) throw error;
    }
    await reopen();
    const isOpen = await api.call('GetAgentRequest', { id: requestId }).then(
      ({ agentRequest }) => agentRequest?.status === 'pending',
      // The next attempt shows whether the control plane is back.
      () => true,
    );
    if (!isOpen) break;
  }
  throw new CommandError('the log session ended; run the command again to continue');
}
