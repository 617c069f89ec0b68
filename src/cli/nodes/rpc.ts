import type { Command } from 'commander';
import { readCall, readingCalls, signatureOf } from '../../bitcoin/reading-calls.ts';
import { parseExactJson } from '../../text/exact-json.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { findNode } from './find-node.ts';
import { requestAgent } from './request-agent.ts';

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
  const json = await requestAgent(api, { nodeId: id, kind: 'rpc', args: { method, params } }, `${method} failed`);
  const result = parseExactJson(json);
  // JSON escapes ASCII control characters, but not the terminal controls beyond ASCII.
  print(result, options, () => (typeof result === 'string' ? [result] : JSON.stringify(result, null, 2).split('\n')));
}
