import type { Command } from 'commander';
import { DeleteNodeDocument, GetNodeDocument, type NodeRowFragment } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { confirm } from '../prompt.ts';
import { waitForChange } from '../wait.ts';
import { findNode } from './find-node.ts';
import type { WaitOptions } from './wait-for-node.ts';

interface DeleteOptions extends ApiOptions, WaitOptions {
  keepData?: boolean;
  removeData?: string;
  wallets?: string[];
  yes?: boolean;
}

export function register(nodes: Command): void {
  apiCommand(nodes, 'delete <node>', 'delete a node; its chain data stays on the host')
    .option('--remove-data <name>', 'also delete the chain data; repeat the node’s name')
    .option('--wallets <names>', 'with --remove-data: wallets to delete, comma-separated', (text) =>
      text.split(',').map((name) => name.trim()),
    )
    .option('--keep-data', 'keep the chain data, also after an earlier --remove-data')
    .option('--yes', 'do not ask for confirmation')
    .option('--wait', 'wait until the node is gone')
    .action(deleteNode);
}

async function deleteNode(nameOrId: string, options: DeleteOptions): Promise<void> {
  const { keepData, removeData, wallets } = options;
  if (keepData && removeData !== undefined) throw new CommandError('use either --keep-data or --remove-data', 2);
  if (wallets !== undefined && removeData === undefined) throw new CommandError('--wallets requires --remove-data', 2);
  const api = new Api(options);
  const node = await findNode(api, nameOrId);
  // Repeating the command without a flag keeps the earlier choice.
  const removesData =
    removeData !== undefined || (!keepData && node.desiredState === 'deleted' && node.dataPolicy === 'remove');
  const scope = removesData ? ' and its chain data' : '; its chain data stays';
  if (!options.yes) await confirm(`Delete ${node.name} on ${node.executor.name}${scope}?`);
  const { deleteNode: deleted } = await api.call(DeleteNodeDocument, {
    id: node.id,
    ...(keepData ? { dataPolicy: 'keep' as const } : {}),
    ...(removeData === undefined ? {} : { removal: { name: removeData, wallets: wallets ?? [] } }),
  });
  if (options.wait)
    await waitForChange(api, ['node'], async () =>
      (await api.call(GetNodeDocument, { id: node.id })).node === null ? true : undefined,
    );
  print(deleted, options, () => [
    `${node.name} is ${options.wait ? 'gone' : 'being deleted'}`,
    ...(removesData ? [] : keptDataLines(node)),
  ]);
}

/** How to use or delete the remaining chain data. */
const keptDataLines = ({ name, network, executor }: NodeRowFragment): string[] => [
  `Its chain data stays on ${executor.name}: satrap hosts data ${executor.name}`,
  `To use it again: satrap nodes create ${name} --network ${network} --adopt ${name}`,
  `To delete it: satrap hosts remove-data ${executor.name} ID ${name}`,
];
