import type { Command } from 'commander';
import { GetLogSessionDocument, OpenLogSessionDocument } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { wholeNumber } from '../parse.ts';
import { waitFor } from '../wait.ts';
import { findNode } from './find-node.ts';

const maxLines = 2000;

interface LogOptions extends ApiOptions {
  tail: number;
}

/** `satrap nodes logs` */
export function addLogsCommand(nodes: Command): void {
  withApiOptions(nodes.command('logs').description('show the last lines of a node’s log').argument('<node>'))
    .option('--tail <lines>', `how many lines, 1 to ${maxLines}`, wholeNumber(1, maxLines), 200)
    .action(logs);
}

async function logs(nameOrId: string, options: LogOptions): Promise<void> {
  const api = new Api(options);
  const { id } = await findNode(api, nameOrId);
  const { openNodeLogSession } = await api.call(OpenLogSessionDocument, { id, tail: options.tail });
  const session = await waitFor(async () => {
    const { nodeLogSession } = await api.call(GetLogSessionDocument, { id: openNodeLogSession.id });
    return nodeLogSession?.status === 'pending' ? undefined : nodeLogSession;
  });
  if (session === null || session.status === 'failed')
    throw new CommandError(`no log: ${printable(session?.error ?? 'the session is gone')}`);
  print(session.lines, options, () => session.lines.map(printable));
}
