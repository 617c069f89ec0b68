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
  `switch from ${from} to ${to}${hasNewMigrations(folder, from, to) ? ', with a backup before the database migration' : ''}`;

/** Switches to another version. Rolls back and throws CommandError if it does not serve. */
export async function upgrade({ folder, from, to, withinSeconds }: UpgradeOptions): Promise<void> {
  const migrates = hasNewMigrations(folder, from, to);
  const isRolledBack = () => folder.versionOf('control-plane') === from;
  beginSwitch(folder, from, to);
  const words = await restartUntilReady({ withinSeconds, isLost: ({ hasFailed }) => hasFailed || isRolledBack() });
  if (words === null) {
    if (migrates) keepBackupBefore(to);
    tidy(folder, to);
    printLines([`The control plane now runs ${to}.`]);
    return;
  }
  if (!isRolledBack()) requestRollback(folder, from, to);
  await restartKnown(`${to} does not serve (${words}), so the control plane was rolled back to ${from}`);
  tidy(folder, from);
  throw new CommandError(
    `${to} does not serve: ${words}. Rolled back to ${from}, which serves${migrates ? '; the database was restored' : ''}.`,
  );
}

/** Removes unused versions. Without an agent, the `satrap` command is the control plane's version. */
function tidy(folder: ProgramFolder, version: string): void {
  if (!hasAgent()) folder.point('current', version);
  folder.removeUnused();
}
