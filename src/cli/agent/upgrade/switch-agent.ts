import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { unitNames } from '../../../agent/host/units.ts';
import { asUser, userOf } from '../../../storage/as-user.ts';
import {
  InvalidUpgradeFile,
  newRollbackId,
  type UpgradeOutcome,
  upgradeFiles,
} from '../../../upgrade/upgrade-files.ts';
import { newSwitch } from '../../../upgrade-watcher/journal.ts';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import type { WatcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError } from '../../command-error.ts';
import { runTool } from '../../installation/host.ts';
import { stateDir } from '../install/installed-agent.ts';

/** Longer than a version is on trial. */
const timeoutMs = 400_000;
const files = upgradeFiles(stateDir);
const asAgent = <T>(work: () => T): T => asUser(userOf(stateDir), work);

export interface VersionSwitch {
  from: string;
  to: string;
}

/** Whether the agent has ordered an upgrade that the watcher has not started yet. */
export const isUpgradeOrdered = (): boolean => existsSync(stateDir) && asAgent(() => files.order.read()) !== null;

/** Throws CommandError while an upgrade is under way: the watcher would start with either of the two. */
export function requireNoSwitch(own: Pick<WatcherFiles, 'journal'>, isOrdered: () => boolean): void {
  if (own.journal.read() !== null || readable(isOrdered))
    throw new CommandError('an upgrade is in progress', 'failed', { hint: 'journalctl -fu satrap-agent-upgrade' });
}

/**
 * Switches the agent to a version that is here, as an upgrade does: with a copy of the store, and back if the version
 * does not work. Throws CommandError with the reason if it did not.
 */
export async function switchAgent(
  folder: ProgramFolder,
  own: WatcherFiles,
  { from, to }: VersionSwitch,
): Promise<void> {
  const requestId = newRollbackId();
  own.journal.write(newSwitch({ requestId, from, to, archive: null }));
  runTool('systemctl', 'start', '--no-block', unitNames.watcher);
  console.log(`switching from ${from} to ${to}`);
  await untilEnded(own);
  if (folder.versionOf('current') !== to)
    throw new CommandError(whyNotSwitched({ from, to }, requestId, () => asAgent(() => files.outcome.read())));
}

async function untilEnded(own: WatcherFiles): Promise<void> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await delay(250))
    if (own.journal.read() === null) return;
  throw new CommandError('the switch is still running', 'failed', { hint: 'journalctl -fu satrap-agent-upgrade' });
}

/** Explains why a switch failed. The last outcome may belong to another request, for example when the disk is full. */
export function whyNotSwitched(
  { from, to }: VersionSwitch,
  requestId: string,
  last: () => UpgradeOutcome | null,
): string {
  const outcome = readable(last) || null;
  const reported = outcome?.requestId === requestId ? outcome : null;
  const reason = reported?.reason ?? 'see: journalctl -u satrap-agent-upgrade';
  return [`${to} failed, and ${from} runs again: ${reason}`, ...(reported?.lastWords ? [reported.lastWords] : [])].join(
    '\n',
  );
}

/** False for a file that the watcher skips because it cannot read it. */
function readable<T>(read: () => T): T | false {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidUpgradeFile) return false;
    throw error;
  }
}
