import type { Command } from 'commander';
import {
  CancelUpgradeDocument,
  type ExecutorRowFragment,
  RequestUpgradeDocument,
} from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { type Api, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { option } from '../options.ts';
import { print } from '../output.ts';
import { findExecutor } from './find-executor.ts';

export function register(executors: Command): void {
  defineApiCommand(
    executors,
    'upgrade <host>',
    'upgrade an agent, or show upgrade progress',
    [option('--to <version>', 'target version (see: satrap releases list)'), option('--cancel', 'cancel the upgrade')],
    async (api, { to, cancel, ...options }, nameOrId) => {
      if (to !== undefined && cancel) throw new CommandError('use either --to VERSION or --cancel', 2);
      const executor = await changed(api, await findExecutor(api, nameOrId), to, cancel);
      print(executor, options, () => [`${executor.name}: ${versionText(executor)}${lastWord(executor)}`]);
    },
  );
}

async function changed(
  api: Api,
  executor: ExecutorRowFragment,
  targetVersion: string | undefined,
  cancels = false,
): Promise<ExecutorRowFragment> {
  const { id } = executor;
  if (cancels) return (await api.call(CancelUpgradeDocument, { id })).cancelExecutorUpgrade;
  if (targetVersion === undefined) return executor;
  return (await api.call(RequestUpgradeDocument, { id, targetVersion })).requestExecutorUpgrade;
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
