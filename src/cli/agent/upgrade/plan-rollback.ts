import { InvalidUpgradeFile } from '../../../upgrade/json-file.ts';
import type { UpgradeOutcome } from '../../../upgrade/outcome.ts';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import type { WatcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError } from '../../command-error.ts';

export interface RollbackPlan {
  from: string;
  to: string;
}

/** Returns which version is switched to which. `isOrdered`: the agent has ordered an upgrade. Throws CommandError where none can be. */
export function planRollback(
  folder: ProgramFolder | null,
  own: Pick<WatcherFiles, 'readJournal'>,
  isOrdered: () => boolean,
): RollbackPlan {
  const from = folder?.versionOf('current') ?? null;
  const to = folder?.versionOf('former') ?? null;
  if (folder === null || from === null || to === null || !folder.has(to))
    throw new CommandError('no former version is kept here; install the one that you want with its install.sh');
  // The watcher would begin with either of them.
  if (own.readJournal() !== null || readable(isOrdered))
    throw new CommandError('an upgrade is under way; see: journalctl -fu satrap-agent-upgrade');
  return { from, to };
}

/** Says why a rollback failed. The last outcome may be that of another request, as where the disk is full. */
export function whyNotBack({ from, to }: RollbackPlan, requestId: string, last: () => UpgradeOutcome | null): string {
  const outcome = readable(last) || null;
  const told = outcome?.requestId === requestId ? outcome : null;
  const reason = told?.reason ?? 'see: journalctl -u satrap-agent-upgrade';
  return [`${to} failed, and ${from} runs again: ${reason}`, ...(told?.lastWords ? [told.lastWords] : [])].join('\n');
}

/** False for a file that the watcher could not read either: it passes over it. */
function readable<T>(read: () => T): T | false {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidUpgradeFile) return false;
    throw error;
  }
}
