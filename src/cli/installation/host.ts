import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { asUser, userOf } from '../../storage/as-user.ts';
import { programFolderOf } from '../../upgrade-watcher/program-folder.ts';
import { CommandError } from '../command-error.ts';
import { type OptionValues, option } from '../options.ts';
import { printLines } from '../output.ts';
import { confirm } from '../prompt.ts';

/** Changes the host, or prints what it would change. */
export interface HostChanges {
  /** Prints a step and runs it, unless this is a dry run. */
  step(what: string, work: () => void): void;
  /** The asynchronous form. Returns the step's result; null in a dry run. */
  stepAsync<T>(what: string, work: () => Promise<T>): Promise<T | null>;
}

export function hostChanges(isDry: boolean): HostChanges {
  // Hardened hosts give root a strict umask, under which the services' users could read neither the program nor its settings.
  process.umask(0o022);
  const announce = (what: string) => printLines([`${isDry ? 'would ' : ''}${what}`]);
  return {
    step(what, work) {
      announce(what);
      if (!isDry) work();
    },
    async stepAsync(what, work) {
      announce(what);
      return isDry ? null : work();
    },
  };
}

export const dryRunOption = option('--dry-run', 'print the steps without running them');
export const yesOption = option('--yes', 'do not ask for confirmation');
/** Options of a command that changes this host after a confirmation. */
export const stepOptions = [dryRunOption, yesOption] as const;
export type StepOptions = OptionValues<typeof stepOptions>;

/** Asks for confirmation, unless this is a dry run. Throws CommandError without a yes. */
export async function confirmedChanges(question: string, { dryRun = false, yes }: StepOptions): Promise<HostChanges> {
  if (!dryRun && !yes) await confirm(question);
  return hostChanges(dryRun);
}

/** Runs a host program. Throws CommandError with its error output. */
export function runTool(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new CommandError(
    `${[program, ...args].join(' ')} failed: ${error?.message ?? (stderr.trim() || `exit code ${status}`)}`,
  );
}

/** Throws CommandError unless run as root on a host with systemd. */
export function requireSystemdRoot(): void {
  if (process.getuid?.() !== 0) throw new CommandError('this command changes the host; run it as root');
  if (!existsSync('/run/systemd/system'))
    throw new CommandError(
      'this host does not run systemd; start the program directly: satrap agent run, or satrap control-plane serve',
    );
}

/** Creates a service's user, its private folder and /etc/satrap; repairs the modes of existing ones. */
export function prepareService({ step }: HostChanges, { user, folder }: { user: string; folder: string }): void {
  if (!userExists(user))
    step(`create the system user ${user}`, () =>
      runTool('useradd', '--system', '--home-dir', folder, '--no-create-home', '--shell', '/usr/sbin/nologin', user),
    );
  const program = programFolderOf(packageRoot());
  const shared = ['/etc/satrap', ...(program === null ? [] : [program.path, join(program.path, 'versions')])];
  step(`create ${folder} (owner ${user}, mode 700) and /etc/satrap`, () => {
    runTool('install', '-d', '-m', '700', '-o', user, '-g', user, folder);
    runTool('install', '-d', '-m', '755', ...shared);
  });
}

const userExists = (name: string): boolean => spawnSync('getent', ['passwd', name]).status === 0;

export function removeUser({ step }: HostChanges, user: string): void {
  if (userExists(user)) step(`remove the user ${user}`, () => runTool('userdel', user));
}

/**
 * Removes a folder's contents with its owner's permissions, so that swapping a folder for a link gains nothing. Leaves what the owner may
 * not remove, such as a folder of an operator, to the caller.
 */
export function emptyAsOwner(folder: string): void {
  asUser(userOf(folder), () => {
    for (const name of readdirSync(folder))
      try {
        rmSync(join(folder, name), { recursive: true, force: true });
      } catch (error) {
        if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
  });
}
