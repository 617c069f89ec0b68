import { setTimeout as delay } from 'node:timers/promises';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import { CommandError } from '../../command-error.ts';
import { hasAgent } from '../../installation/program.ts';
import { lastWords, restartUnit, type UnitState, unitState } from '../../installation/unit-state.ts';
import { printLines } from '../../output.ts';
import { isReady, readEnv, unitName } from './layout.ts';
import { beginSwitch, hasNewMigrations, keepBackupBefore, requestRollback } from './switch.ts';

const pauseMs = 250;
/** The previous version was healthy until it was stopped. */
const returnSeconds = 120;

/**
 * Restarts the service and waits until it is ready. Returns its last log lines if it does not become ready. `isLost`: polled, whether this
 * start has definitely failed.
 */
export async function restartUntilReady(
  withinSeconds: number,
  isLost: (state: UnitState) => boolean,
): Promise<string | null> {
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
export async function restartKnown(what: string): Promise<void> {
  const words = await restartUntilReady(returnSeconds, ({ hasFailed }) => hasFailed);
  if (words === null) return;
  throw new CommandError(`${what}, but it does not serve: ${words}; see: journalctl -u satrap-control-plane`);
}

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
