import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { gatherInstallation } from '../../../agent/upgrade/gather-installation.ts';
import { packageRoot } from '../../../package-root.ts';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { readOutcome } from '../../../upgrade/outcome.ts';
import { upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { newSwitch } from '../../../upgrade-watcher/journal.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { WatcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError } from '../../command-error.ts';
import { confirm } from '../../prompt.ts';
import { requireSystemdRoot, runTool } from '../install/host.ts';
import { stateDir } from '../install/layout.ts';
import { watcherUnit } from '../install/watcher-units.ts';
import { type SettingFlags, withSettingFlags } from '../setting-flags.ts';

/** Longer than a version is judged. */
const timeoutMs = 400_000;

/** `satrap agent rollback` */
export function addRollbackCommand(agent: Command): void {
  withSettingFlags(
    agent
      .command('rollback')
      .description(
        'go back to the version before the last upgrade; a second one goes forward again. Nodes keep running',
      )
      .option('--yes', 'do not ask'),
  )
    .addHelpText('after', '\nThe settings count in a container only, where they are those of agent run.')
    .action(rollback);
}

async function rollback({ yes, ...flags }: SettingFlags): Promise<void> {
  // A machine with systemd may be a container itself.
  const isHost = existsSync('/run/systemd/system');
  if (!isHost && gatherInstallation({ root: packageRoot(), dataDir: stateDir }).container === 'docker') {
    const { rollbackInContainer } = await import('./rollback-container.ts');
    await rollbackInContainer({ ...flags, yes });
    return;
  }
  requireSystemdRoot();
  const folder = programFolderOf(packageRoot());
  const from = folder?.versionOf('current') ?? null;
  const to = folder?.versionOf('former') ?? null;
  if (folder === null || from === null || to === null || !folder.has(to))
    throw new CommandError('no former version is kept here; install the one that you want with its install.sh');
  const own = new WatcherFiles();
  if (own.readJournal() !== null)
    throw new CommandError('an upgrade is under way; see: journalctl -fu satrap-agent-upgrade');
  if (yes !== true) await confirm(`Switch the agent from ${from} to ${to}?`);
  own.writeJournal(newSwitch({ requestId: `rollback-${randomUUID()}`, from, to, archive: null }));
  runTool('systemctl', 'start', '--no-block', watcherUnit);
  console.log(`switching from ${from} to ${to}`);
  await untilEnded(own);
  const outcome = asUser(userOf(stateDir), () => readOutcome(upgradeFiles(stateDir)));
  if (folder.versionOf('current') !== to)
    throw new CommandError(
      [`${to} did not do, and ${from} runs again: ${outcome?.reason ?? ''}`, outcome?.lastWords ?? '']
        .join('\n')
        .trim(),
    );
  console.log(`${to} runs; to go forward again: satrap agent rollback`);
}

async function untilEnded(own: WatcherFiles): Promise<void> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await delay(250))
    if (own.readJournal() === null) return;
  throw new CommandError('it has not ended yet; see: journalctl -fu satrap-agent-upgrade');
}
