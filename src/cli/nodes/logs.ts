import type { Command } from 'commander';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { instant, wholeNumber } from '../options.ts';
import { jsonText, print } from '../output.ts';
import { findNode } from './find-node.ts';
import { followLog } from './follow-log.ts';
import { openRequest, requestAgent } from './request-agent.ts';

const maxLines = 2000;

interface LogOptions extends ApiOptions {
  tail: number;
  since?: string;
  follow?: boolean;
}

export function register(nodes: Command): void {
  apiCommand(nodes, 'logs <node>', 'show the last lines of a node’s log')
    .option('--tail <lines>', `number of lines, 1 to ${maxLines}`, wholeNumber(1, maxLines), 200)
    .option('--since <time>', 'start time: an instant or an age, such as 10m or 2h', instant)
    .option('-f, --follow', 'keep printing new lines (with --json: one per line)')
    .action(logs);
}

async function logs(nameOrId: string, options: LogOptions): Promise<void> {
  const api = new Api(options);
  const { id } = await findNode(api, nameOrId);
  const { tail, since = null, follow } = options;
  const request = { nodeId: id, args: { tail, since } };
  if (follow) return printFollowed(api, await openRequest(api, { ...request, kind: 'follow_log' }), options);
  const lines = await requestAgent(api, { ...request, kind: 'log' }, 'no log');
  print(lines, options, () => lines);
}

/** Prints lines as they arrive. Notices go to stderr, so that stdout holds only the log. */
async function printFollowed(api: Api, requestId: string, { json }: LogOptions): Promise<void> {
  for await (const text of followLog(api, requestId)) {
    // The reader closed the pipe.
    if (!process.stdout.writable) return;
    if ('notice' in text) console.error(`-- ${text.notice} --`);
    else console.log(json ? jsonText(text.line) : text.line);
  }
}
