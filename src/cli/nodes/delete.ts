import type { Command } from 'commander';
import { DeleteNodeDocument, GetNodeDocument, type NodeRowFragment } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { forEachName } from '../each-name.ts';
import { findNode } from '../find.ts';
import { option, waitOption, walletOption, yesOption } from '../options.ts';
import { confirm } from '../prompt.ts';
import { waitForChange } from '../wait.ts';

export function register(nodes: Command): void {
  defineApiCommand(nodes, 'delete <nodes...>', 'delete nodes; their chain data stays on the host', [
    option('--remove-data <name>', 'also delete the chain data; repeat the node’s name'),
    walletOption,
    option('--keep-data', 'keep the chain data, also after an earlier --remove-data'),
    yesOption,
    waitOption,
  ]).action(async (api, { keepData, removeData, wallet, yes, wait, ...options }, names) => {
    if (keepData && removeData !== undefined)
      throw new CommandError('use either --keep-data or --remove-data', 'usage');
    if (wallet.length > 0 && removeData === undefined)
      throw new CommandError('--wallet requires --remove-data', 'usage');
    if (names.length > 1 && removeData !== undefined)
      throw new CommandError('--remove-data is for one node at a time', 'usage');
    await forEachName(names, options, async (nameOrId) => {
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
        ...(removeData === undefined ? {} : { removal: { name: removeData, wallets: wallet } }),
      });
      if (wait)
        await waitForChange(api, ['node'], async (report) => {
          const { node: remaining } = await api.call(GetNodeDocument, { id });
          if (remaining === null) return true;
          report(`${name}: ${remaining.status.phase}`);
        });
      const lines = [`${name} is ${wait ? 'gone' : 'being deleted'}`, ...(removesData ? [] : keptDataLines(node))];
      return { result: deleteNode, lines };
    });
  });
}

/** How to use or delete the remaining chain data. */
const keptDataLines = ({ name, network, executor }: NodeRowFragment): string[] => [
  `Its chain data stays on ${executor.name}: satrap hosts data list ${executor.name}`,
  `To use it again: satrap nodes create ${name} --network ${network} --adopt ${name}`,
  `To delete it: satrap hosts data delete ${executor.name} ID ${name}`,
];
