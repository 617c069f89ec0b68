import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { CommandError } from '../../command-error.ts';
import { defineCommand } from '../../define-command.ts';
import { confirmedChanges, requireSystemdRoot, type StepOptions, stepOptions } from '../../installation/host.ts';
import { option } from '../../options.ts';
import { printLines } from '../../output.ts';
import { requireProgramFolder } from './layout.ts';
import { backupBefore, hasNewMigrations, requestRollback, settleSwitch } from './switch.ts';
import { restartKnown } from './upgrade.ts';

/** `satrap control-plane rollback`, and `settle-upgrade`, which the unit calls */
export function register(controlPlane: Command): void {
  const restoring = 'also restore the database from before the upgrade; every change since is lost';
  defineCommand(
    controlPlane,
    'rollback',
    'roll back to the version before the last upgrade',
    [option('--restore-backup', restoring), ...stepOptions],
    ({ restoreBackup = false, ...options }) => rollBack(restoreBackup, options),
  );
  controlPlane
    .command('settle-upgrade', { hidden: true })
    .action(() => settleSwitch({ folder: requireProgramFolder(), say: (line) => console.log(line) }));
}

async function rollBack(restoreBackup: boolean, options: StepOptions): Promise<void> {
  requireSystemdRoot();
  const folder = requireProgramFolder();
  const [current, former] = [folder.versionOf('control-plane'), folder.versionOf('control-plane-former')];
  if (current === null) throw new CommandError('no control plane is installed on this host');
  if (former === null || former === current || !folder.has(former))
    throw new CommandError(`no version to roll back to: ${current} is the only one here`);
  const loses = hasNewMigrations(folder, former, current);
  const since = loses ? backupTime(current) : '';
  if (loses && !restoreBackup)
    throw new CommandError(
      `${current} migrated the database, and ${former} cannot read it. To restore the backup of ${since}, add --restore-backup. Every change since is lost.`,
    );
  const what = `roll back from ${current} to ${former}${loses ? ` and restore the database as of ${since}` : ''}`;
  const changes = await confirmedChanges(`${what.charAt(0).toUpperCase()}${what.slice(1)}?`, options);
  const done = await changes.stepAsync(what, async () => {
    requestRollback(folder, former, current);
    await restartKnown(`the control plane was rolled back to ${former}`);
    return true;
  });
  if (done) printLines([`The control plane now runs ${former}.`]);
}

function backupTime(version: string): string {
  const stats = statSync(backupBefore(version), { throwIfNoEntry: false });
  if (stats !== undefined) return stats.mtime.toISOString();
  throw new CommandError(`${version} migrated the database, and its backup ${backupBefore(version)} is missing`);
}
