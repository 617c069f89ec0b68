import type { Command } from 'commander';
import { GetLogSessionDocument, OpenLogSessionDocument } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { instant, wholeNumber } from '../options.ts';
import { jsonText, print } from '../output.ts';
import { waitFor } from '../wait.ts';
import { findNode } from './find-node.ts';
import { followLog } from './follow-log.ts';

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
  const { tail, since = null, follow = false } = options;
  const { openNodeLogSession } = await api.call(OpenLogSessionDocument, { id, tail, since, follow });
  if (follow) return printFollowed(api, openNodeLogSession.id, options);
  const session = await waitFor(async () => {
    const { nodeLogSession } = await api.call(GetLogSessionDocument, { id: openNodeLogSession.id });
    return nodeLogSession?.status === 'pending' ? undefined : nodeLogSession;
  });
  if (session === null || session.status === 'failed')
    throw new CommandError(`no log: ${printable(session?.error ?? 'the session ended')}`);
  print(session.lines, options, () => session.lines);
}

/** Prints lines as they arrive. Notices go to stderr, so that stdout holds only the log. */
async function printFollowed(api: Api, sessionId: string, { json }: LogOptions): Promise<void> {
  for await (const text of followLog(api, sessionId)) {
    // The reader closed the pipe.
    if (!process.stdout.writable) return;
    if ('notice' in text) console.error(`-- ${text.notice} --`);
    else console.log(json ? jsonText(text.line) : text.line);
  }
}
