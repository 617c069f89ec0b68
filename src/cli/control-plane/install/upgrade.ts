import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import { CommandError } from '../../command-error.ts';
import {
  confirmedChanges,
  hasAgent,
  lastWords,
  requireSystemdRoot,
  restartUnit,
  type StepOptions,
  stepOptions,
  type UnitState,
  unitState,
} from '../../installation/host.ts';
import { defineCommand, option } from '../../options.ts';
import { printLines } from '../../output.ts';
import { isReady, readEnv, requireProgramFolder, unitName } from './layout.ts';
import {
  backupBefore,
  beginSwitch,
  hasNewMigrations,
  keepBackupBefore,
  requestRollback,
  settleSwitch,
} from './switch.ts';

/** `satrap control-plane rollback`, and `settle-upgrade`, which the unit calls */
export function register(controlPlane: Command): void {
  const restoring = 'also restore the database from before the upgrade; every change since is lost';
  defineCommand(controlPlane, 'rollback', 'roll back to the version before the last upgrade', [
    option('--restore-backup', restoring),
    ...stepOptions,
  ]).action(({ restoreBackup = false, ...options }) => rollBack(restoreBackup, options));
  controlPlane
    .command('settle-upgrade', { hidden: true })
    .action(() => settleSwitch({ folder: requireProgramFolder(), say: (line) => console.log(line) }));
}

const pauseMs = 250;
/** The previous version was healthy until it was stopped. */
const returnSeconds = 120;

/** Returns the last log lines of a service that does not become ready. `isLost`: whether this start has failed. */
export async function restartUntilReady(withinSeconds: number, isLost: (state: UnitState) => boolean) {
  const startedAt = Date.now();
  const { invocation } = await unitState(unitName);
  await restartUnit(unitName);
  while (Date.now() < startedAt + withinSeconds * 1000) {
    const state = await unitState(unitName);
    const isFresh = state.invocation !== invocation;
    if (isFresh && isLost(state)) return lastWords(unitName, startedAt);
    if (isFresh && state.isActive && (await isReady(readEnv()))) return null;
    await delay(pauseMs);
  }
  return lastWords(unitName, startedAt);
}

/** Starts a version that served before. Throws CommandError if it does not serve. */
async function restartKnown(what: string): Promise<void> {
  const words = await restartUntilReady(returnSeconds, ({ hasFailed }) => hasFailed);
  if (words === null) return;
  throw new CommandError(`${what}, but it does not serve: ${words}`, 'failed', {
    hint: 'journalctl -u satrap-control-plane',
  });
}

export const upgradeStep = (folder: ProgramFolder, from: string, to: string): string =>
  `switch from ${from} to ${to}${hasNewMigrations(folder, from, to) ? ', with a backup before the database migration' : ''}`;

/** Switches to another version. Rolls back and throws CommandError if it does not serve. */
export async function upgrade(folder: ProgramFolder, from: string, to: string, withinSeconds: number): Promise<void> {
  const migrates = hasNewMigrations(folder, from, to);
  const isRolledBack = () => folder.versionOf('control-plane') === from;
  beginSwitch(folder, from, to);
  const words = await restartUntilReady(withinSeconds, ({ hasFailed }) => hasFailed || isRolledBack());
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
  const done = await changes.step(what, async () => {
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
