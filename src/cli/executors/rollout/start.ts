import type { Command } from 'commander';
import { maxRolloutGroupSize } from '../../../contract/limits.ts';
import {
  type ExecutorRowFragment,
  ListExecutorsDocument,
  PreviewRolloutDocument,
  type PreviewRolloutQuery,
  StartRolloutDocument,
} from '../../../contract/operations.generated.ts';
import { printable } from '../../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { type OutputOptions, print, tableLines } from '../../output.ts';
import { collect, collectKeyValue, type KeyValue, wholeNumber } from '../../parse.ts';
import { requirePersonalKey } from '../../personal-key.ts';
import { findExecutor } from '../find-executor.ts';
import { printChanged, waitOption } from './print-changed.ts';

interface StartOptions extends ApiOptions {
  to: string;
  groupSize: number;
  all?: boolean;
  label: KeyValue[];
  except: string[];
  wait?: boolean;
  dryRun?: boolean;
}

export function register(rollout: Command): void {
  apiCommand(rollout, 'start', 'upgrade agents group by group; stops at the first failure')
    .argument('[hosts...]', 'hosts, in the order of their upgrade')
    .requiredOption('--to <version>', 'target version (see: satrap releases list)')
    .option(
      '--group-size <count>',
      `hosts in each group, 1 to ${maxRolloutGroupSize}`,
      wholeNumber(1, maxRolloutGroupSize),
      1,
    )
    .option('--all', 'all hosts without the version, by name')
    .option(
      '--label <key=value>',
      'all hosts with this label and without the version; may be repeated',
      collectKeyValue,
      [],
    )
    .option('--except <host>', 'skip this host; may be repeated', collect, [])
    .option(...waitOption)
    .option('--dry-run', 'show the groups and obstacles without starting')
    .action(start);
}

async function start(names: readonly string[], options: StartOptions): Promise<void> {
  const { to, groupSize, all, label, except } = options;
  const isByChoice = all === true || label.length > 0;
  if (isByChoice === names.length > 0) throw new CommandError('name hosts, or use --all or --label', 2);
  if (!isByChoice && except.length > 0) throw new CommandError('--except requires --all or --label', 2);
  const api = new Api(options);
  const chosen = isByChoice
    ? await choose(api, { to, label, except })
    : await Promise.all(names.map((name) => findExecutor(api, name)));
  const executorIds = chosen.map(({ id }) => id);
  const data = { executorIds, targetVersion: to, groupSize };
  if (options.dryRun === true) {
    const { upgradeRolloutPreview } = await api.call(PreviewRolloutDocument, { data });
    if (upgradeRolloutPreview === null)
      throw new CommandError('a host was deleted in the meantime; run the command again');
    return printPreview(upgradeRolloutPreview, options);
  }
  await printChanged(api, (await api.call(StartRolloutDocument, { data })).startUpgradeRollout, options);
}

/** Returns the matching hosts without the version. Throws CommandError if there are none. */
async function choose(
  api: Api,
  { to, label, except }: { to: string; label: readonly KeyValue[]; except: readonly string[] },
): Promise<ExecutorRowFragment[]> {
  const { executors } = await api.call(ListExecutorsDocument, {
    where: { version: { not: { equals: to } }, name: { notIn: [...except] }, labels: [...label] },
  });
  if (executors.length > 0) return executors;
  await requirePersonalKey(api);
  throw new CommandError(`all matching hosts have version ${to}; see: satrap hosts list`);
}

type Preview = NonNullable<PreviewRolloutQuery['upgradeRolloutPreview']>;

/** Prints a rollout's preview. Exits with 1 if it would be refused. */
function printPreview(preview: Preview, options: OutputOptions): void {
  print(preview, options, () => previewLines(preview));
  if (!preview.accepted) process.exitCode = 1;
}

const previewLines = ({ accepted, members }: Preview): string[] => [
  accepted ? 'dry run: would start' : 'dry run: would be refused',
  '',
  ...tableLines(
    ['group', 'host', 'version', 'obstacle'],
    members.map(({ group, executorName, version, obstacle }) => [
      String(group),
      executorName,
      printable(version),
      obstacle === null ? '' : printable(obstacle),
    ]),
  ),
];
