import type { Command } from 'commander';
import { defaultDataRoot } from '../../contract/names.ts';
import type { ExecutorRowFragment } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { defineApiCommand, findExecutor, notFound } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { describeArguments, dryRunOption, walletOption, yesOption } from '../options.ts';
import { gibibytes, type Line, print, table } from '../output.ts';
import { printDeletion } from '../print-deletion.ts';
import { confirm } from '../prompt.ts';

export function register(executors: Command): void {
  const data = executors.command('data').description('manage chain data without a node: list, delete');
  const shown = 'show chain data without a node: kept by a deletion, or orphaned';
  defineApiCommand(data, 'list <host>', shown).action(async (api, options, nameOrId) => {
    const { name, orphans } = await findExecutor(api, nameOrId);
    print(orphans, options, () =>
      orphans.length === 0 ? [`${name} has no chain data without a node`] : orphanTable(orphans),
    );
  });
  const deleted = 'permanently delete chain data without a node';
  const options = [walletOption, dryRunOption, yesOption] as const;
  const deletion = defineApiCommand(data, 'delete <host> <id> <name>', deleted, options).action(
    async (api, options, nameOrId, nodeId, name) => {
      const { id: executorId, name: host, orphans } = await findExecutor(api, nameOrId);
      if (!orphans.some((orphan) => orphan.nodeId === nodeId))
        throw new CommandError(`${host} has no orphaned chain data of ${nodeId}`, 'not_found', {
          hint: `satrap hosts data list ${host}`,
        });
      const data = { executorId, nodeId, name, wallets: options.wallet };
      if (options.dryRun) {
        const { previewKeptDataRemoval: preview } = await api.call('PreviewKeptDataRemoval', { data });
        if (preview === null) return notFound(api, `${host} was deleted`);
        return printDeletion(preview, { name, host }, options);
      }
      if (!options.yes)
        await confirm(`Permanently delete the chain data of ${printable(name)} (${nodeId}) on ${host}?`);
      const { orphan } = (await api.call('RemoveKeptData', { data })).removeKeptData;
      print(orphan, options, () => [`deleting the chain data of ${name}`]);
    },
  );
  describeArguments(deletion, { id: 'id in the list', name: 'name in the list' });
}

type OrphanRow = ExecutorRowFragment['orphans'][number];

/** Formats orphans as a table; «?» for unknown values. */
const orphanTable = (orphans: readonly OrphanRow[]): Line[] =>
  table(orphans, {
    name: 'name',
    id: 'nodeId',
    reason: ({ kept }) => (kept ? 'kept' : 'orphaned'),
    container: ({ containerId }) => containerId?.slice(0, 12) ?? '-',
    'data root': ({ data }) => (data === null ? '?' : (data.dataRoot ?? defaultDataRoot)),
    network: ({ data }) => data?.network ?? '?',
    type: ({ data }) => data?.nodeType ?? '?',
    height: ({ data }) => String(data?.height ?? '?'),
    'size GiB': ({ data }) => (data?.sizeBytes == null ? '?' : gibibytes(data.sizeBytes / 1024 / 1024)),
    version: ({ data }) => data?.openedWith ?? '?',
    wallets: ({ data }) => (data?.wallets == null ? '?' : data.wallets.map(walletText).join(', ') || 'none'),
  });

const walletText = (name: string): string => (name === '' ? '(default)' : name);
