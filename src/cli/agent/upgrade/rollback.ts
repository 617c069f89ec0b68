import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { unitNames } from '../../../agent/host/units.ts';
import { gatherInstallation } from '../../../agent/upgrade/upgradability.ts';
import { packageRoot } from '../../../package-root.ts';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { InvalidUpgradeFile } from '../../../upgrade/json-file.ts';
import { newRollbackId } from '../../../upgrade/order.ts';
import type { UpgradeOutcome } from '../../../upgrade/outcome.ts';
import { upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { newSwitch } from '../../../upgrade-watcher/journal.ts';
import { type ProgramFolder, programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { type WatcherFiles, watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError, toCommandError } from '../../command-error.ts';
import { requireSystemdRoot, runTool, yesOption } from '../../installation/host.ts';
import { confirm } from '../../prompt.ts';
import { stateDir } from '../install/layout.ts';
import { type SettingFlags, withSettingFlags } from '../setting-flags.ts';

/** Longer than a version is on trial. */
const timeoutMs = 400_000;
const files = upgradeFiles(stateDir);
const asAgent = <T>(work: () => T): T => asUser(userOf(stateDir), work);

export function register(agent: Command): void {
  const description = 'roll back to the previous version; run it again to go forward. Nodes keep running';
  withSettingFlags(agent, 'rollback', description, { own: [yesOption] })
    .addHelpText('after', '\nThe settings apply only in a container, where they are those of agent run.')
    .action((options) =>
      rollback(options).catch((error: unknown) => {
        throw toCommandError(error, InvalidUpgradeFile);
      }),
    );
}

async function rollback({ yes, ...flags }: SettingFlags): Promise<void> {
  // A machine with systemd may itself be a container.
  const isHost = existsSync('/run/systemd/system');
  if (!isHost && gatherInstallation({ root: packageRoot(), dataDir: stateDir }).container === 'docker') {
    const { rollbackInContainer } = await import('./rollback-container.ts');
    await rollbackInContainer({ ...flags, yes });
    return;
  }
  requireSystemdRoot();
  const folder = programFolderOf(packageRoot());
  const own = watcherFiles();
  const plan = () =>
    planRollback(folder, own, () => existsSync(stateDir) && asAgent(() => files.order.read()) !== null);
  const { from, to } = plan();
  if (yes !== true) await confirm(`Switch the agent from ${from} to ${to}?`);
  // An upgrade may start while the prompt waits.
  if (!isDeepStrictEqual(plan(), { from, to }))
    throw new CommandError('the agent was upgraded in the meantime; nothing was changed; run this command again');
  const requestId = newRollbackId();
  own.journal.write(newSwitch({ requestId, from, to, archive: null }));
  runTool('systemctl', 'start', '--no-block', unitNames.watcher);
  console.log(`switching from ${from} to ${to}`);
  await untilEnded(own);
  if (folder?.versionOf('current') !== to)
    throw new CommandError(whyNotBack({ from, to }, requestId, () => asAgent(() => files.outcome.read())));
  console.log(`now running ${to}; to go forward again: satrap agent rollback`);
}

async function untilEnded(own: WatcherFiles): Promise<void> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await delay(250))
    if (own.journal.read() === null) return;
  throw new CommandError('the rollback is still running; see: journalctl -fu satrap-agent-upgrade');
}

interface RollbackPlan {
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
