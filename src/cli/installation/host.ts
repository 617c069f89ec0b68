import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { installedUnit, unitFolder, unitNames } from '../../agent/host/units.ts';
import { packageRoot } from '../../package-root.ts';
import { asUser, userOf } from '../../storage/as-user.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { type Pointer, type ProgramFolder, programFolderOf } from '../../upgrade-watcher/program-folder.ts';
import { systemctl } from '../../upgrade-watcher/systemctl.ts';
import { CommandError } from '../command-error.ts';
import { type OptionValues, option, yesOption } from '../options.ts';
import { printLines } from '../output.ts';
import { confirm } from '../prompt.ts';
import { failureCause } from './failure-cause.ts';

/** Changes the host, or prints what it would change. */
export interface HostChanges {
  /** Prints a step and runs it. Returns its result; null in a dry run. */
  step<T>(what: string, work: () => T): T | null;
}

export function hostChanges(isDry: boolean): HostChanges {
  // Hardened hosts give root a strict umask, under which the services' users could read neither the program nor its settings.
  process.umask(0o022);
  return {
    step(what, work) {
      printLines([`${isDry ? 'would ' : ''}${what}`]);
      return isDry ? null : work();
    },
  };
}

export const dryRunOption = option('--dry-run', 'print the steps without running them');
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

/** A crash loop logs this much within hours. */
const maxJournalBytes = 64 * 1024 * 1024;

/** systemd keeps restarting the service. */
const maxRestarts = 2;

export type UnitState = Awaited<ReturnType<typeof unitState>>;

export async function unitState(unit: string) {
  const text = await systemctl(['show', '--property', 'ActiveState,Job,NRestarts,InvocationID', unit]);
  const of = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  // During a restart, the previous version may have failed.
  const hasFailed = of('ActiveState') === 'failed' && of('Job') === '';
  return {
    isActive: of('ActiveState') === 'active',
    /** systemd has given up restarting it. */
    hasFailed,
    /** Whether it has failed, or exits after each start. */
    keepsEnding: hasFailed || Number(of('NRestarts')) > maxRestarts,
    /** Differs between two starts. */
    invocation: of('InvocationID'),
  };
}

/** Restarts a unit and resets its restart counter. Does not wait. */
export async function restartUnit(unit: string): Promise<void> {
  // Refused if the unit has not run since boot.
  spawnSync('systemctl', ['reset-failed', unit], { stdio: 'ignore' });
  await systemctl(['restart', '--no-block', unit]);
}

/** Of the program, of systemd where it could not start it, and of what the unit runs before it. */
const identifiers = ['satrap', '(satrap)', 'sh'].flatMap((name) => ['-t', name]);

const journalEntry = z.object({ MESSAGE: z.unknown(), _SYSTEMD_INVOCATION_ID: z.unknown() }).partial();

/** Why a unit failed since a moment, by its log; systemd's own words if it could not start the program. Omits the start with the id `former`, which was stopped in order. */
export function lastWords(unit: string, sinceMs: number, former?: string): string {
  const since = `@${Math.floor(sinceMs / 1000)}`;
  const words = ['-u', unit, ...identifiers, '--since', since, '-o', 'json', '--no-pager'];
  const said = spawnSync('journalctl', words, { encoding: 'utf8', maxBuffer: maxJournalBytes }).stdout ?? '';
  const lines = said.split('\n').flatMap((line) => {
    const { MESSAGE: message, _SYSTEMD_INVOCATION_ID: invocation } =
      journalEntry.safeParse(jsonOrNull(line)).data ?? {};
    return typeof message === 'string' && (former === undefined || invocation !== former) ? [message] : [];
  });
  return failureCause(lines);
}

const unitPath = (name: string, folder = unitFolder): string => join(folder, name);

/** Units are world-readable. */
const unitMode = 0o644;

/** Writes the units that differ. */
export function writeUnits({ step }: HostChanges, units: ReadonlyMap<string, string>): void {
  const changed = [...units].filter(
    ([name, text]) => installedUnit(name) !== text || (statSync(unitPath(name)).mode & 0o777) !== unitMode,
  );
  if (changed.length === 0) return;
  step(`write ${changed.map(([name]) => unitPath(name)).join(', ')}`, () => {
    for (const [name, text] of changed) {
      writeFileSync(unitPath(name), text);
      chmodSync(unitPath(name), unitMode);
    }
    runTool('systemctl', 'daemon-reload');
  });
}

/** For units that are not running. */
export function removeUnits(names: readonly string[], folder = unitFolder): void {
  for (const name of names) rmSync(unitPath(name, folder), { force: true });
  runTool('systemctl', 'daemon-reload');
}

/** The links of install.sh. */
const links = [
  '/usr/local/bin/satrap',
  '/usr/local/share/man/man1/satrap.1',
  '/usr/local/share/bash-completion/completions/satrap',
  '/usr/local/share/zsh/site-functions/_satrap',
  '/usr/local/share/fish/vendor_completions.d/satrap.fish',
];

export const hasAgent = (): boolean => installedUnit(unitNames.agent) !== null;

/** Removes the agent's versions. Without a control plane on the host, removes the whole program. */
export function removeAgentProgram(folder: ProgramFolder): void {
  const other = folder.versionOf('control-plane');
  if (other === null) removeProgram(folder);
  else {
    folder.point('current', other);
    removePointers(folder, ['former', 'watcher']);
    folder.removeUnused();
  }
}

/** Removes the control plane's versions. Without an agent on the host, removes the whole program. */
export function removeControlPlaneProgram(folder: ProgramFolder): void {
  if (!hasAgent()) removeProgram(folder);
  else {
    removePointers(folder, ['control-plane', 'control-plane-former']);
    folder.removeUnused();
  }
}

/**
 * Removes the program with all its versions and links, and its folder if it is empty. `install.sh` considers a version with this mark
 * complete, so the marks go first, in case the uninstallation is killed. Safe to repeat.
 */
export function removeProgram(folder: ProgramFolder, remove = (path: string) => rmSync(path, { recursive: true })) {
  for (const link of links) if (leadsInto(link, folder.path)) rmSync(link);
  const versions = join(folder.path, 'versions');
  for (const version of readdirSync(versions, { withFileTypes: true }))
    if (version.isDirectory()) rmSync(join(versions, version.name, '.sha256'), { force: true });
  removePointers(folder, ['current', 'former', 'watcher', 'control-plane', 'control-plane-former']);
  remove(versions);
  // For example, an operator's clone.
  if (existsSync(folder.path) && readdirSync(folder.path).length === 0) rmdirSync(folder.path);
}

function removePointers(folder: ProgramFolder, pointers: readonly Pointer[]): void {
  for (const pointer of pointers) rmSync(join(folder.path, pointer), { force: true });
}

const leadsInto = (link: string, folder: string): boolean =>
  lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(link).startsWith(`${folder}/`);
