import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import { CommandError } from '../../command-error.ts';
import { hasAgent } from '../../installation/program.ts';
import { printLines } from '../../output.ts';
import { restartKnown, restartUntilReady } from './bring-up.ts';
import { beginSwitch, hasNewMigrations, keepBackupBefore, requestRollback } from './switch.ts';

export interface UpgradeOptions {
  folder: ProgramFolder;
  from: string;
  to: string;
  withinSeconds: number;
}

export const upgradeStep = ({ folder, from, to }: Omit<UpgradeOptions, 'withinSeconds'>): string =>
  `switch from ${from} to ${to}${hasNewMigrations(folder, from, to) ? ', with a backup before the migration of the database' : ''}`;

/** Switches to another version, and back where it does not serve. Throws CommandError then. */
export async function upgrade({ folder, from, to, withinSeconds }: UpgradeOptions): Promise<void> {
  const migrates = hasNewMigrations(folder, from, to);
  const isRolledBack = () => folder.versionOf('control-plane') === from;
  beginSwitch(folder, from, to);
  const words = await restartUntilReady({ withinSeconds, isLost: ({ hasFailed }) => hasFailed || isRolledBack() });
  if (words === null) {
    if (migrates) keepBackupBefore(to);
    tidy(folder, to);
    printLines([`The control plane serves as ${to}.`]);
    return;
  }
  if (!isRolledBack()) requestRollback(folder, from, to);
  await restartKnown(`${to} does not serve (${words}), and the control plane was rolled back to ${from}`);
  tidy(folder, from);
  throw new CommandError(
    `${to} does not serve: ${words}. Rolled back to ${from}, which serves${migrates ? '; the database is as before the upgrade' : ''}.`,
  );
}

/** Removes versions that nothing runs. Without an agent, people run the version of the control plane. */
function tidy(folder: ProgramFolder, version: string): void {
  if (!hasAgent()) folder.point('current', version);
  folder.removeUnused();
}
