import type { Command } from 'commander';
import { maxRolloutGroupSize } from '../../../contract/limits.ts';
import {
  type ExecutorRowFragment,
  ListExecutorsDocument,
  PreviewRolloutDocument,
  type PreviewRolloutQuery,
  StartRolloutDocument,
} from '../../../contract/operations.generated.ts';
import { type Api, defineApiCommand } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { describeArguments } from '../../define-command.ts';
import { type KeyValue, listOption, option, pairsOption, requiredOption, wholeNumber } from '../../options.ts';
import { print, tableLines } from '../../output.ts';
import { notFound } from '../../personal-key.ts';
import { findExecutor } from '../find-executor.ts';
import { printChanged, waitOption } from './change.ts';

export function register(rollout: Command): void {
  const command = defineApiCommand(
    rollout,
    'start [hosts...]',
    'upgrade agents group by group; stops at the first failure',
    [
      requiredOption('--to <version>', 'target version (see: satrap releases list)'),
      option(
        '--group-size <count>',
        `hosts in each group, 1 to ${maxRolloutGroupSize}`,
        wholeNumber(1, maxRolloutGroupSize),
        1,
      ),
      option('--all', 'all hosts without the version, by name'),
      pairsOption('--label <key=value>', 'all hosts with this label and without the version; may be repeated'),
      listOption('--except <host>', 'skip this host; may be repeated'),
      waitOption,
      option('--dry-run', 'show the groups and obstacles without starting'),
    ],
    async (api, { to, groupSize, all = false, label, except, dryRun, ...options }, names) => {
      const isByChoice = all || label.length > 0;
      if (isByChoice === names.length > 0) throw new CommandError('name hosts, or use --all or --label', 2);
      if (!isByChoice && except.length > 0) throw new CommandError('--except requires --all or --label', 2);
      const chosen = isByChoice
        ? await choose(api, { to, label, except })
        : await Promise.all(names.map((name) => findExecutor(api, name)));
      const data = { executorIds: chosen.map(({ id }) => id), targetVersion: to, groupSize };
      if (!dryRun)
        return printChanged(api, (await api.call(StartRolloutDocument, { data })).startUpgradeRollout, options);
      const { upgradeRolloutPreview: preview } = await api.call(PreviewRolloutDocument, { data });
      if (preview === null) throw new CommandError('a host was deleted in the meantime; run the command again');
      print(preview, options, () => previewLines(preview));
      // For scripts.
      if (!preview.accepted) process.exitCode = 1;
    },
  );
  describeArguments(command, { hosts: 'hosts, in the order of their upgrade' });
}

/** Returns the matching hosts without the version. Throws CommandError if there are none. */
async function choose(
  api: Api,
  { to, label, except }: { to: string; label: readonly KeyValue[]; except: readonly string[] },
): Promise<ExecutorRowFragment[]> {
  const { executors } = await api.call(ListExecutorsDocument, {
    where: { version: { not: { equals: to } }, name: { notIn: [...except] }, labels: [...label] },
  });
  return executors.length > 0
    ? executors
    : notFound(api, `all matching hosts have version ${to}; see: satrap hosts list`);
}

const previewLines = ({ accepted, members }: NonNullable<PreviewRolloutQuery['upgradeRolloutPreview']>): string[] => [
  accepted ? 'dry run: would start' : 'dry run: would be refused',
  '',
  ...tableLines(
    ['group', 'host', 'version', 'obstacle'],
    members.map(({ group, executorName, version, obstacle }) => [String(group), executorName, version, obstacle ?? '']),
  ),
];
