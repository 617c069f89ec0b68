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
  apiCommand(rollout, 'start', 'upgrade agents, group after group; stops at the first failure')
    .argument('[executors...]', 'which ones, in the order in which they are asked')
    .requiredOption('--to <version>', 'the version; see: satrap releases list')
    .option(
      '--group-size <count>',
      `how many at a time, 1 to ${maxRolloutGroupSize}`,
      wholeNumber(1, maxRolloutGroupSize),
      1,
    )
    .option('--all', 'all executors that do not have the version, in the order of their names')
    .option('--label <key=value>', 'those of them with this label; may be repeated', collectKeyValue, [])
    .option('--except <executor>', 'not this one of them; may be repeated', collect, [])
    .option(...waitOption)
    .option('--dry-run', 'only show whom it would ask, and who stands in its way')
    .action(start);
}

async function start(names: readonly string[], options: StartOptions): Promise<void> {
  const { to, groupSize, all, label, except } = options;
  const isByChoice = all === true || label.length > 0;
  if (isByChoice === names.length > 0) throw new CommandError('name executors, or give --all or --label', 2);
  if (!isByChoice && except.length > 0) throw new CommandError('give --except with --all or --label', 2);
  const api = new Api(options);
  const chosen = isByChoice
    ? await choose(api, { to, label, except })
    : await Promise.all(names.map((name) => findExecutor(api, name)));
  const executorIds = chosen.map(({ id }) => id);
  const data = { executorIds, targetVersion: to, groupSize };
  if (options.dryRun === true) {
    const { upgradeRolloutPreview } = await api.call(PreviewRolloutDocument, { data });
    if (upgradeRolloutPreview === null) throw new CommandError('one of the executors has been deleted; run it again');
    return printPreview(upgradeRolloutPreview, options);
  }
  await printChanged(api, (await api.call(StartRolloutDocument, { data })).startUpgradeRollout, options);
}

/** Returns the executors that do not have the version. Throws CommandError where there are none. */
async function choose(
  api: Api,
  { to, label, except }: { to: string; label: readonly KeyValue[]; except: readonly string[] },
): Promise<ExecutorRowFragment[]> {
  const { executors } = await api.call(ListExecutorsDocument, {
    where: { version: { not: { equals: to } }, name: { notIn: [...except] }, labels: [...label] },
  });
  if (executors.length > 0) return executors;
  await requirePersonalKey(api);
  throw new CommandError(`no such executor lacks version ${to}; see: satrap executors list`);
}

type Preview = NonNullable<PreviewRolloutQuery['upgradeRolloutPreview']>;

/** Prints what would become of a rollout. Ends with 1 where it would be refused. */
function printPreview(preview: Preview, options: OutputOptions): void {
  print(preview, options, () => previewLines(preview));
  if (!preview.accepted) process.exitCode = 1;
}

const previewLines = ({ accepted, members }: Preview): string[] => [
  accepted ? 'would start; nothing has begun' : 'would be refused; nothing has begun',
  '',
  ...tableLines(
    ['group', 'executor', 'version', 'in its way'],
    members.map(({ group, executorName, version, obstacle }) => [
      String(group),
      executorName,
      printable(version),
      obstacle === null ? '' : printable(obstacle),
    ]),
  ),
];
