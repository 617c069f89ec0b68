import type { Command } from 'commander';
import {
  CancelUpgradeDocument,
  type ExecutorRowFragment,
  RequestUpgradeDocument,
} from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { findExecutor } from './find-executor.ts';

interface UpgradeOptions extends ApiOptions {
  to?: string;
  cancel?: boolean;
}

export function register(executors: Command): void {
  apiCommand(executors, 'upgrade <host>', 'upgrade an agent, or show upgrade progress')
    .option('--to <version>', 'target version (see: satrap releases list)')
    .option('--cancel', 'cancel the upgrade')
    .action(upgrade);
}

async function upgrade(nameOrId: string, { to, cancel, ...options }: UpgradeOptions): Promise<void> {
  if (to !== undefined && cancel) throw new CommandError('use either --to VERSION or --cancel', 2);
  const api = new Api(options);
  const found = await findExecutor(api, nameOrId);
  show(await change(api, found, { to, cancel }), options);
}

async function change(
  api: Api,
  found: ExecutorRowFragment,
  { to, cancel }: { to: string | undefined; cancel: boolean | undefined },
): Promise<ExecutorRowFragment> {
  if (cancel) return (await api.call(CancelUpgradeDocument, { id: found.id })).cancelExecutorUpgrade;
  if (to === undefined) return found;
  return (await api.call(RequestUpgradeDocument, { id: found.id, targetVersion: to })).requestExecutorUpgrade;
}

function show(executor: ExecutorRowFragment, options: ApiOptions): void {
  print(executor, options, () => [`${executor.name}: ${versionText(executor)}${lastWord(executor)}`]);
}

/** An agent's version, and the version that it upgrades to. */
export function versionText({ version, upgrades: [last] }: Pick<ExecutorRowFragment, 'version' | 'upgrades'>): string {
  if (last === undefined || last.endedAt !== null) return version;
  const percent = last.progress === null ? '' : ` ${last.progress} %`;
  return `${version}, to ${last.targetVersion} (${last.state}${percent})`;
}

/** The agent's current upgrade, or the outcome of the last one. */
export function lastWord({ version, upgrades: [last] }: Pick<ExecutorRowFragment, 'version' | 'upgrades'>): string {
  if (last === undefined) return '';
  if (last.state === 'committed' && last.targetVersion !== version)
    return `; upgraded to ${last.targetVersion}, then switched on the host`;
  const reason = last.reason === null ? '' : `: ${printable(last.reason)}`;
  return last.endedAt === null ? reason : `; upgrade to ${last.targetVersion}: ${last.state}${reason}`;
}
