import { InvalidUpgradeFile } from '../../../upgrade/json-file.ts';
import type { UpgradeOutcome } from '../../../upgrade/outcome.ts';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import type { WatcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError } from '../../command-error.ts';

export interface RollbackPlan {
  from: string;
  to: string;
}

/** Returns the versions to switch between. `isOrdered`: the agent has ordered an upgrade. Throws CommandError if no rollback is possible. */
export function planRollback(
  folder: ProgramFolder | null,
  own: Pick<WatcherFiles, 'journal'>,
  isOrdered: () => boolean,
): RollbackPlan {
  const from = folder?.versionOf('current') ?? null;
  const to = folder?.versionOf('former') ?? null;
  if (folder === null || from === null || to === null || !folder.has(to))
    throw new CommandError('no previous version is kept here; install the one that you want with its install.sh');
  // The watcher would start with either of them.
  if (own.journal.read() !== null || readable(isOrdered))
    throw new CommandError('an upgrade is in progress; see: journalctl -fu satrap-agent-upgrade');
  return { from, to };
}

/** Explains why a rollback failed. The last outcome may belong to another request, for example when the disk is full. */
export function whyNotBack({ from, to }: RollbackPlan, requestId: string, last: () => UpgradeOutcome | null): string {
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
