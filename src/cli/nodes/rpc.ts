import type { Command } from 'commander';
import { readCall, readingCalls, signatureOf } from '../../bitcoin/reading-calls.ts';
import { CallNodeRpcDocument, GetNodeRpcCallDocument } from '../../contract/operations.generated.ts';
import { parseExactJson } from '../../text/exact-json.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { waitFor } from '../wait.ts';
import { findNode } from './find-node.ts';

export function register(nodes: Command): void {
  apiCommand(nodes, 'rpc <node> <method> [parameters...]', 'call a read-only RPC method of a node, through its agent')
    .addHelpText('after', () => `\nMethods:\n${readingCalls.map((call) => `  ${signatureOf(call)}`).join('\n')}`)
    .action(rpc);
}

async function rpc(nameOrId: string, method: string, params: string[], options: ApiOptions): Promise<void> {
  const call = readCall(method, params);
  if ('issues' in call) {
    const faults = call.issues.map(({ path, message }) => (path[0] === 'method' ? `${method} ${message}` : message));
    throw new CommandError(`${faults.join('; ')}; see: satrap nodes rpc --help`);
  }
  const api = new Api(options);
  const { id } = await findNode(api, nameOrId);
  const { callNodeRpc } = await api.call(CallNodeRpcDocument, { id, method, params });
  const answered = await waitFor(async () => {
    const { nodeRpcCall } = await api.call(GetNodeRpcCallDocument, { id: callNodeRpc.id });
    return nodeRpcCall?.status === 'pending' ? undefined : nodeRpcCall;
  });
  if (answered?.result == null)
    throw new CommandError(`${method} failed: ${printable(answered?.error ?? 'the call expired')}`);
  const result = parseExactJson(answered.result);
  // JSON escapes ASCII control characters, but not the terminal controls beyond ASCII.
  print(result, options, () => (typeof result === 'string' ? [result] : JSON.stringify(result, null, 2).split('\n')));
}
