import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { unitNames } from '../../../agent/host/units.ts';
import { gatherInstallation } from '../../../agent/upgrade/upgradability.ts';
import { packageRoot } from '../../../package-root.ts';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { InvalidUpgradeFile } from '../../../upgrade/json-file.ts';
import { newRollbackId } from '../../../upgrade/order.ts';
import { upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { newSwitch } from '../../../upgrade-watcher/journal.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { type WatcherFiles, watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError, toCommandError } from '../../command-error.ts';
import { requireSystemdRoot, runTool } from '../../installation/host.ts';
import { confirm } from '../../prompt.ts';
import { stateDir } from '../install/layout.ts';
import { type SettingFlags, withSettingFlags } from '../setting-flags.ts';
import { planRollback, whyNotBack } from './plan-rollback.ts';

/** Longer than a version is on trial. */
const timeoutMs = 400_000;
const files = upgradeFiles(stateDir);
const asAgent = <T>(work: () => T): T => asUser(userOf(stateDir), work);

export function register(agent: Command): void {
  withSettingFlags(
    agent
      .command('rollback')
      .description('roll back to the previous version; run it again to go forward. Nodes keep running')
      .option('--yes', 'do not ask for confirmation'),
  )
    .addHelpText('after', '\nThe settings apply only in a container, where they are those of agent run.')
    .action((options) =>
      rollback(options).catch((error: unknown) => {
        throw toCommandError(error, InvalidUpgradeFile);
      }),
    );
}

async function rollback({ yes, ...flags }: SettingFlags): Promise<void> {
  // A machine with systemd may itself be a container.
  const isHost = existsSync('/run/systemd/system');
  if (!isHost && gatherInstallation({ root: packageRoot(), dataDir: stateDir }).container === 'docker') {
    const { rollbackInContainer } = await import('./rollback-container.ts');
    await rollbackInContainer({ ...flags, yes });
    return;
  }
  requireSystemdRoot();
  const folder = programFolderOf(packageRoot());
  const own = watcherFiles();
  const plan = () =>
    planRollback(folder, own, () => existsSync(stateDir) && asAgent(() => files.order.read()) !== null);
  const { from, to } = plan();
  if (yes !== true) await confirm(`Switch the agent from ${from} to ${to}?`);
  // An upgrade may start while the prompt waits.
  if (!isDeepStrictEqual(plan(), { from, to }))
    throw new CommandError('the agent was upgraded in the meantime; nothing was changed; run this command again');
  const requestId = newRollbackId();
  own.journal.write(newSwitch({ requestId, from, to, archive: null }));
  runTool('systemctl', 'start', '--no-block', unitNames.watcher);
  console.log(`switching from ${from} to ${to}`);
  await untilEnded(own);
  if (folder?.versionOf('current') !== to)
    throw new CommandError(whyNotBack({ from, to }, requestId, () => asAgent(() => files.outcome.read())));
  console.log(`now running ${to}; to go forward again: satrap agent rollback`);
}

async function untilEnded(own: WatcherFiles): Promise<void> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await delay(250))
    if (own.journal.read() === null) return;
  throw new CommandError('the rollback is still running; see: journalctl -fu satrap-agent-upgrade');
}
