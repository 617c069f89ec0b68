import type { Command } from 'commander';
import { defaultDataRoot } from '../../contract/names.ts';
import { type ExecutorRowFragment, RemoveKeptDataDocument } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { gibibytes, print, tableLines } from '../output.ts';
import { collect } from '../parse.ts';
import { confirm } from '../prompt.ts';
import { findExecutor } from './find-executor.ts';

interface RemoveOptions extends ApiOptions {
  wallet: string[];
  yes?: boolean;
}

/** `satrap hosts data`, `satrap hosts remove-data` */
export function register(executors: Command): void {
  apiCommand(executors, 'data <host>', 'show chain data without a node: kept by a deletion, or orphaned').action(list);
  apiCommand(executors, 'remove-data <host>', 'permanently delete chain data without a node')
    .argument('<id>', 'id in the list')
    .argument('<name>', 'name in the list')
    .option('--wallet <name>', 'wallet to delete with it; may be repeated', collect, [])
    .option('--yes', 'do not ask for confirmation')
    .action(remove);
}

async function list(nameOrId: string, options: ApiOptions): Promise<void> {
  const { name, orphans } = await findExecutor(new Api(options), nameOrId);
  print(orphans, options, () =>
    orphans.length === 0 ? [`${name} has no chain data without a node`] : orphanTable(orphans),
  );
}

type OrphanRow = ExecutorRowFragment['orphans'][number];

const columns = [
  'name',
  'id',
  'reason',
  'container',
  'data root',
  'network',
  'type',
  'height',
  'size GiB',
  'version',
  'wallets',
];

/** Formats orphans as a table; «?» for unknown values. */
const orphanTable = (orphans: readonly OrphanRow[]): string[] =>
  tableLines(
    columns,
    orphans.map(({ name, nodeId, kept, containerId, data }) => [
      name,
      nodeId,
      kept ? 'kept' : 'orphaned',
      containerId?.slice(0, 12) ?? '-',
      data === null ? '?' : (data.dataRoot ?? defaultDataRoot),
      data?.network ?? '?',
      data?.nodeType ?? '?',
      String(data?.height ?? '?'),
      data?.sizeBytes == null ? '?' : gibibytes(data.sizeBytes / 1024 / 1024),
      data?.openedWith ?? '?',
      data?.wallets == null ? '?' : data.wallets.map(walletText).join(', ') || 'none',
    ]),
  );

const walletText = (name: string): string => (name === '' ? '(default)' : name);

async function remove(nameOrId: string, nodeId: string, name: string, options: RemoveOptions): Promise<void> {
  const api = new Api(options);
  const executor = await findExecutor(api, nameOrId);
  if (!executor.orphans.some((orphan) => orphan.nodeId === nodeId)) {
    throw new CommandError(
      `${executor.name} has no orphaned chain data of ${nodeId}; see: satrap hosts data ${executor.name}`,
    );
  }
  if (!options.yes)
    await confirm(`Permanently delete the chain data of ${printable(name)} (${nodeId}) on ${executor.name}?`);
  const data = { executorId: executor.id, nodeId, name, wallets: options.wallet };
  const { removeKeptData } = await api.call(RemoveKeptDataDocument, { data });
  print(removeKeptData, options, () => [`deleting the chain data of ${printable(name)}`]);
}
