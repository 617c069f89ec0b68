import type { Command } from 'commander';
import { DeleteNodeDocument, GetNodeDocument, type NodeRowFragment } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { findNode } from '../find.ts';
import { option } from '../options.ts';
import { print } from '../output.ts';
import { confirm } from '../prompt.ts';
import { waitForChange } from '../wait.ts';

export function register(nodes: Command): void {
  defineApiCommand(nodes, 'delete <node>', 'delete a node; its chain data stays on the host', [
    option('--remove-data <name>', 'also delete the chain data; repeat the node’s name'),
    option('--wallets <names>', 'with --remove-data: wallets to delete, comma-separated', (text) =>
      text.split(',').map((name) => name.trim()),
    ),
    option('--keep-data', 'keep the chain data, also after an earlier --remove-data'),
    option('--yes', 'do not ask for confirmation'),
    option('--wait', 'wait until the node is gone'),
  ]).action(async (api, { keepData, removeData, wallets, yes, wait, ...options }, nameOrId) => {
    if (keepData && removeData !== undefined) throw new CommandError('use either --keep-data or --remove-data', 2);
    if (wallets && removeData === undefined) throw new CommandError('--wallets requires --remove-data', 2);
    const node = await findNode(api, nameOrId);
    const { id, name, executor } = node;
    // Repeating the command without a flag keeps the earlier choice.
    const removesData =
      removeData !== undefined || (!keepData && node.desiredState === 'deleted' && node.dataPolicy === 'remove');
    const scope = removesData ? ' and its chain data' : '; its chain data stays';
    if (!yes) await confirm(`Delete ${name} on ${executor.name}${scope}?`);
    const { deleteNode } = await api.call(DeleteNodeDocument, {
      id,
      ...(keepData ? { dataPolicy: 'keep' as const } : {}),
      ...(removeData === undefined ? {} : { removal: { name: removeData, wallets: wallets ?? [] } }),
    });
    if (wait)
      await waitForChange(api, ['node'], async () =>
        (await api.call(GetNodeDocument, { id })).node === null ? true : undefined,
      );
    print(deleteNode, options, () => [
      `${name} is ${wait ? 'gone' : 'being deleted'}`,
      ...(removesData ? [] : keptDataLines(node)),
    ]);
  });
}

/** How to use or delete the remaining chain data. */
const keptDataLines = ({ name, network, executor }: NodeRowFragment): string[] => [
  `Its chain data stays on ${executor.name}: satrap hosts data ${executor.name}`,
  `To use it again: satrap nodes create ${name} --network ${network} --adopt ${name}`,
  `To delete it: satrap hosts remove-data ${executor.name} ID ${name}`,
];
