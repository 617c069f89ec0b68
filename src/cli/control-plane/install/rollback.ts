import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { CommandError } from '../../command-error.ts';
import { hostChanges, requireSystemdRoot } from '../../installation/host.ts';
import { printLines } from '../../output.ts';
import { confirm } from '../../prompt.ts';
import { restartKnown } from './bring-up.ts';
import { requireProgramFolder } from './layout.ts';
import { backupBefore, hasNewMigrations, requestRollback } from './switch.ts';

interface RollbackOptions {
  restoreBackup?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

export function register(controlPlane: Command): void {
  controlPlane
    .command('rollback')
    .description('roll back to the version before the last upgrade')
    .option('--restore-backup', 'also restore the database from before the upgrade; every change since is lost')
    .option('--dry-run', 'print the steps without running them')
    .option('--yes', 'do not ask for confirmation')
    .action(rollBack);
}

async function rollBack({ restoreBackup = false, dryRun = false, yes = false }: RollbackOptions): Promise<void> {
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
  if (!dryRun && !yes) await confirm(`${what.charAt(0).toUpperCase()}${what.slice(1)}?`);
  const done = await hostChanges(dryRun).stepAsync(what, async () => {
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
