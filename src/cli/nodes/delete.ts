import type { Command } from 'commander';
import type { NodeRowFragment } from '../../contract/operations.generated.ts';
import { type Api, type ApiOptions, defineApiCommand, findNode, noNode } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { type OptionValues, option, waitOption, walletOption } from '../options.ts';
import { print } from '../output.ts';
import { printDeletion } from '../print-deletion.ts';
import { confirm } from '../prompt.ts';
import { waitForChange } from '../wait.ts';
import { changeSeveral, filterOf, severalOptions } from './change-several.ts';

const deleteOptions = [
  option('--remove-data <name>', 'also delete the chain data; repeat the node’s name'),
  walletOption,
  option('--keep-data', 'keep the chain data, also after an earlier --remove-data'),
  ...severalOptions,
  waitOption,
] as const;
type DeleteOptions = ApiOptions & OptionValues<typeof deleteOptions>;

export function register(nodes: Command): void {
  const described = 'delete nodes; their chain data stays on the host';
  defineApiCommand(nodes, 'delete [nodes...]', described, deleteOptions).action((api, options, names) => {
    const { keepData, removeData, wallet, wait } = options;
    if (keepData && removeData !== undefined)
      throw new CommandError('use either --keep-data or --remove-data', 'usage');
    if (wallet.length > 0 && removeData === undefined)
      throw new CommandError('--wallet requires --remove-data', 'usage');
    const [only] = names;
    const isOne = filterOf(names, options) === undefined && names.length === 1;
    if (isOne && only !== undefined)
      return options.dryRun ? previewOne(api, options, only) : deleteOne(api, options, only);
    if (keepData || removeData !== undefined)
      throw new CommandError('--remove-data and --keep-data are for one node at a time', 'usage');
    return changeSeveral(api, options, names, {
      data: { action: 'delete' },
      question: (count) => `Delete ${count}? The chain data stays.`,
      alwaysAsks: true,
      outcomeOf: async (node) => {
        if (wait) await untilGone(api, node);
        const data = node.dataPolicy === 'remove' ? 'is deleted as requested before' : `stays on ${node.executor.name}`;
        return { result: node, lines: [`${node.name} is ${wait ? 'gone' : 'being deleted'}; its chain data ${data}`] };
      },
    });
  });
}

const requestOf = ({ keepData, removeData, wallet }: DeleteOptions) => ({
  ...(keepData ? { dataPolicy: 'keep' as const } : {}),
  ...(removeData === undefined ? {} : { removal: { name: removeData, wallets: wallet } }),
});

async function previewOne(api: Api, options: DeleteOptions, nameOrId: string): Promise<void> {
  const { id, name, executor } = await findNode(api, nameOrId);
  const { previewNodeDeletion } = await api.call('PreviewNodeDeletion', { id, ...requestOf(options) });
  if (previewNodeDeletion === null) return noNode(api, nameOrId);
  printDeletion(previewNodeDeletion, { name, host: executor.name }, options);
}

async function deleteOne(api: Api, options: DeleteOptions, nameOrId: string): Promise<void> {
  const { keepData, removeData, yes, wait } = options;
  const node = await findNode(api, nameOrId);
  const { id, name, executor } = node;
  // Repeating the command without a flag keeps the earlier choice.
  const removesData =
    removeData !== undefined || (!keepData && node.desiredState === 'deleted' && node.dataPolicy === 'remove');
  const scope = removesData ? ' and its chain data' : '; its chain data stays';
  if (!yes) await confirm(`Delete ${name} on ${executor.name}${scope}?`);
  const { deleteNode } = await api.call('DeleteNode', { id, ...requestOf(options) });
  if (wait) await untilGone(api, node);
  const lines = [`${name} is ${wait ? 'gone' : 'being deleted'}`, ...(removesData ? [] : keptDataLines(node))];
  print(deleteNode.node, options, () => lines);
}

const untilGone = (api: Api, { id, name }: NodeRowFragment) =>
  waitForChange(api, ['node'], async (report) => {
    const { node } = await api.call('GetNode', { id });
    if (node === null) return true;
    report(`${name}: ${node.status.phase}`);
  });

const signetOptions = (signet: NodeRowFragment['signet']): string =>
  signet === null
    ? ''
    : ` --signet-challenge ${signet.challenge}${signet.seedNodes.map((address) => ` --signet-seed-node ${address}`).join('')}`;

/** How to use or delete the remaining chain data. */
const keptDataLines = ({ name, network, signet, executor }: NodeRowFragment): string[] => [
  `Its chain data stays on ${executor.name}: satrap hosts data list ${executor.name}`,
  `To use it again: satrap nodes create ${name} --network ${network}${signetOptions(signet)} --adopt ${name}`,
  `To delete it: satrap hosts data delete ${executor.name} ID ${name}`,
];
