import type { Command } from 'commander';
import { configStates } from '../../contract/config-states.ts';
import { GetNodeDocument, ListNodesDocument } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print, tableLines } from '../output.ts';
import { printList } from '../personal-key.ts';
import { findNode } from './find-node.ts';
import { endpointLines, nodeTable, problemLines, revertedLines } from './node-table.ts';
import { describeOperation } from './operations.ts';

/** `satrap nodes list` and `show` */
export function register(nodes: Command): void {
  defineApiCommand(nodes, 'list', 'list all nodes', [], async (api, options) => {
    const { nodes } = await api.call(ListNodesDocument, {});
    const hint = 'No nodes yet. Deploy one with: satrap nodes create NAME --network signet';
    await printList(api, nodes, options, hint, nodeTable);
  });
  defineApiCommand(nodes, 'show <node>', 'show a node and its configuration', [], async (api, options, nameOrId) => {
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
  });
}
