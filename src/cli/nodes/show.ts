import type { Command } from 'commander';
import { configStates } from '../../contract/config-states.ts';
import { GetNodeDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print, tableLines } from '../output.ts';
import { findNode } from './find-node.ts';
import { endpointLines, nodeTable, problemLines, revertedLines } from './node-table.ts';
import { describeOperation } from './run-operation.ts';

export function register(nodes: Command): void {
  apiCommand(nodes, 'show <node>', 'show a node and its configuration').action(show);
}

async function show(nameOrId: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { node } = await api.call(GetNodeDocument, { id: (await findNode(api, nameOrId)).id });
  if (node === null) throw new CommandError(`node ${nameOrId} was deleted`);
  print(node, options, () => [
    ...nodeTable([node]),
    '',
    `version: ${node.client} ${node.clientVersion}, ${node.clientLifecycle.summary}`,
    ...(node.dataRoot === null ? [] : ['', `data root: ${node.dataRoot}`]),
    ...node.operations.flatMap((each) => (each.endedAt === null ? ['', describeOperation(each)] : [])),
    '',
    ...problemLines(node.problems),
    ...revertedLines(node.takenBack),
    ...endpointLines(node.status.endpoint),
    configStates[node.configState],
    ...tableLines(
      ['setting', 'value', 'set by', 'note'],
      node.effectiveConfig.map(({ key, value, origin, note }) => [key, value ?? '(secret)', origin, note ?? '']),
    ),
  ]);
}
