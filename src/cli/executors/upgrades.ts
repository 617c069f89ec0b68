import type { Command } from 'commander';
import type { ExecutorRowFragment } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { type Api, defineApiCommand, findExecutor } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { requiredOption, waitOption } from '../options.ts';
import { print } from '../output.ts';
import { waitForChange } from '../wait.ts';

/** An agent's version, and the version that it upgrades to. */
export function versionText({ version, upgrades: [last] }: Pick<ExecutorRowFragment, 'version' | 'upgrades'>): string {
  if (last === undefined || last.endedAt !== null) return version;
  const percent = last.progress === null ? '' : ` ${Math.floor(last.progress * 100)} %`;
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

export const targetOption = requiredOption('--to <release>', 'target version (see: satrap releases list)');

const upgradeLines = (executor: ExecutorRowFragment): string[] => [
  `${executor.name}: ${versionText(executor)}${lastWord(executor)}`,
];

/** Waits until the upgrade ends. Throws CommandError if it was not committed. */
const untilUpgraded = (api: Api, id: string): Promise<ExecutorRowFragment> =>
  waitForChange(api, ['executor'], async (report) => {
    const executor = await findExecutor(api, id);
    const [line = ''] = upgradeLines(executor);
    const [last] = executor.upgrades;
    if (last === undefined) return void report(line);
    if (last.endedAt === null) return void report(`${executor.name}: to ${last.targetVersion}: ${last.state}`, last);
    if (last.state !== 'committed') throw new CommandError(line);
    return executor;
  });

/** The commands that upgrade one agent. */
export function register(executors: Command): void {
  const upgrade = executors.command('upgrade').description('upgrade one agent: start, show, cancel');
  defineApiCommand(upgrade, 'start <host>', 'upgrade an agent', [targetOption, waitOption]).action(
    async (api, { to, wait, ...options }, nameOrId) => {
      const { id } = await findExecutor(api, nameOrId);
      const { executor: requested } = (await api.call('RequestUpgrade', { id, targetVersion: to }))
        .requestExecutorUpgrade;
      const executor = wait ? await untilUpgraded(api, id) : requested;
      print(executor, options, () => upgradeLines(executor));
    },
  );
  defineApiCommand(upgrade, 'show <host>', 'show upgrade progress').action(async (api, options, nameOrId) => {
    const executor = await findExecutor(api, nameOrId);
    print(executor, options, () => upgradeLines(executor));
  });
  defineApiCommand(upgrade, 'cancel <host>', 'cancel the upgrade').action(async (api, options, nameOrId) => {
    const { id } = await findExecutor(api, nameOrId);
    const { executor } = (await api.call('CancelUpgrade', { id })).cancelExecutorUpgrade;
    print(executor, options, () => upgradeLines(executor));
  });
}
