import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { systemClock } from '../../../timing/clock.ts';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import { CommandError } from '../../command-error.ts';
import { upgradeLine } from '../../installation/failure-cause.ts';
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
import { defineCommand, option, wholeNumber } from '../../options.ts';
import { printLines } from '../../output.ts';
import { awaitReady } from './await-ready.ts';
import { isReady, readEnv, requireProgramFolder, unitName } from './layout.ts';
import {
  backupBefore,
  beginSwitch,
  hasNewMigrations,
  keepBackupBefore,
  requestRollback,
  settleSwitch,
  switchUnderWay,
} from './switch.ts';
import { switchText } from './switch-text.ts';

/** Adds `satrap control-plane rollback`, and `settle-upgrade`, which the unit calls before it starts the program. */
export function register(controlPlane: Command): void {
  const restoring = 'also restore the database from before the upgrade; every change since is lost';
  defineCommand(controlPlane, 'rollback', 'roll back to the version before the last upgrade', [
    option('--restore-backup', restoring),
    readyOption,
    ...stepOptions,
  ]).action(({ restoreBackup = false, wait, ...options }) => rollBack(restoreBackup, wait, options));
  controlPlane
    .command('settle-upgrade', { hidden: true })
    .action(() =>
      settleSwitch({ folder: requireProgramFolder(), say: (line) => console.log(`${upgradeLine}${line}`) }),
    );
}

const defaultWaitSeconds = 300;

export const readyOption = option(
  '--wait <seconds>',
  'how long to wait until the service is ready',
  wholeNumber(1, 86_400),
  defaultWaitSeconds,
);

/** Returns why a service does not become ready; null once it is. `isLost`: whether this start has failed. */
export async function restartUntilReady(withinSeconds: number, isLost: (state: UnitState) => boolean) {
  const startedAt = Date.now();
  const { invocation } = await unitState(unitName);
  await restartUnit(unitName);
  const look = async () => {
    const state = await unitState(unitName);
    const isFresh = state.invocation !== invocation;
    const work = databaseWork();
    return {
      isReady: isFresh && state.isActive && (await isReady(readEnv())),
      // A backup or a restore that fails is begun again with each start.
      isLost: isFresh && (isLost(state) || (work !== null && state.keepsEnding)),
      work,
    };
  };
  const report = (work: string) => printLines([work]);
  const hasStarted = await awaitReady(look, { withinMs: withinSeconds * 1000, clock: systemClock, report });
  return hasStarted ? null : lastWords(unitName, startedAt, invocation);
}

/** What the unit does to the database before it starts the program; null if nothing. */
function databaseWork(): string | null {
  const journal = switchUnderWay();
  if (journal === null) return null;
  const { backup, isStarted, isRestoring } = journal;
  return isRestoring || (!isStarted && backup !== null) ? switchText(journal) : null;
}

interface Return {
  folder: ProgramFolder;
  from: string;
  to: string;
  withinSeconds: number;
  /** Comes before the words of a failure. */
  why?: string;
}

/** Starts the version that served before. Throws CommandError if it does not serve. */
async function returnToFormer({ folder, from, to, withinSeconds, why = '' }: Return): Promise<void> {
  const words = await restartUntilReady(withinSeconds, ({ hasFailed }) => hasFailed);
  if (words === null) return;
  const isBack = folder.versionOf('control-plane') === from && switchUnderWay() === null;
  const state = isBack
    ? `the control plane was rolled back from ${to} to ${from}, but does not serve`
    : `the rollback from ${to} to ${from} is not complete`;
  throw new CommandError(`${why}${state}: ${words}`, 'failed', {
    hint: 'satrap control-plane status; journalctl -u satrap-control-plane',
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
  if (!isRolledBack()) requestRollback(folder, { from, to, isRequested: false });
  const why = `${to} does not serve (${words}); `;
  await returnToFormer({ folder, from, to, withinSeconds: Math.max(withinSeconds, defaultWaitSeconds), why });
  tidy(folder, from);
  throw new CommandError(
    `${to} does not serve: ${words}. Rolled back to ${from}, which serves${migrates ? '; the database was restored' : ''}.`,
  );
}

/** Removes unused versions. */
function tidy(folder: ProgramFolder, version: string): void {
  pointCommand(folder, version);
  folder.removeUnused();
}

/** Points the `satrap` command at the control plane's version, where no agent has its own. */
function pointCommand(folder: ProgramFolder, version: string): void {
  if (!hasAgent()) folder.point('current', version);
}

async function rollBack(restoreBackup: boolean, wait: number, options: StepOptions): Promise<void> {
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
    requestRollback(folder, { from: former, to: current, isRequested: true });
    // Commands of the version that is left may hang.
    pointCommand(folder, former);
    await returnToFormer({ folder, from: former, to: current, withinSeconds: wait });
    return true;
  });
  if (done) printLines([`The control plane now runs ${former}.`]);
}

function backupTime(version: string): string {
  const stats = statSync(backupBefore(version), { throwIfNoEntry: false });
  if (stats !== undefined) return stats.mtime.toISOString();
  throw new CommandError(`${version} migrated the database, and its backup ${backupBefore(version)} is missing`);
}
