import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { JsonFile } from '../../../upgrade/upgrade-files.ts';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import { dataDir, runAsService } from './layout.ts';

// A switch survives a kill at any moment, because systemd carries it out: each start of the unit first settles the journal with the previous
// version's program, and a version that reports that it serves removes the journal.

/** For root alone. The unit names it too. */
export const upgradeFolder = '/var/lib/satrap-control-plane-upgrade';

const shape = z.object({
  from: z.string(),
  to: z.string(),
  /** The version that `from` can roll back to, also after this switch is rolled back; null without one. */
  former: z.string().nullable(),
  /** Taken before the first start of `to`; null if it migrates nothing. */
  backup: z.string().nullable(),
  /** Whether `to` was started: if the unit starts again, `to` has failed. */
  isStarted: z.boolean(),
  /** Whether a person rolls back `to`, which may serve. */
  isRequested: z.boolean(),
  /** Whether the backup is being restored. */
  isRestoring: z.boolean(),
});
export type SwitchJournal = z.infer<typeof shape>;

/** The upgrade or rollback under way; null without one. Throws unless root asks. */
export const switchUnderWay = (memory = upgradeFolder): SwitchJournal | null => journalIn(memory).read();

/** Records what the next start of the unit does. */
function writeJournal(journal: SwitchJournal, memory = upgradeFolder): void {
  mkdirSync(memory, { recursive: true, mode: 0o700 });
  journalIn(memory).write(journal);
}

/** A switch whose command was killed before the unit started; null without one. */
function unstartedSwitch(memory: string): SwitchJournal | null {
  const journal = journalIn(memory).read();
  return journal?.isStarted === false ? journal : null;
}

/** The version that serves, also after a switch that never started; null without one. */
export const servingVersion = (folder: ProgramFolder, memory = upgradeFolder): string | null =>
  unstartedSwitch(memory)?.from ?? folder.versionOf('control-plane');

/** Makes the next start of the unit run another version. `from` is the version that serves. */
export function beginSwitch(folder: ProgramFolder, from: string, to: string, memory = upgradeFolder): void {
  const unstarted = unstartedSwitch(memory);
  const former = unstarted === null ? folder.versionOf('control-plane-former') : unstarted.former;
  // Before the journal, because the unit runs it.
  folder.point('control-plane-former', from);
  const backup = backupFor(folder, from, to);
  writeJournal({ from, to, former, backup, isStarted: false, isRequested: false, isRestoring: false }, memory);
  folder.point('control-plane', to);
}

/** Makes the next start of the unit roll back to the previous version. `isRequested`: by a person, for a version that may serve. */
export function requestRollback(
  folder: ProgramFolder,
  { from, to, isRequested }: Pick<SwitchJournal, 'from' | 'to' | 'isRequested'>,
  memory = upgradeFolder,
): void {
  const journal = journalIn(memory).read();
  // During the backup the new version has not run: there is nothing to undo.
  if (journal?.isStarted === false) {
    folder.point('control-plane', from);
    endSwitch(folder, journal, memory);
    return;
  }
  const [former, backup] = [journal?.former ?? null, backupFor(folder, from, to)];
  writeJournal({ from, to, former, backup, isStarted: true, isRequested, isRestoring: false }, memory);
}

/** Abandons a switch. Selects the previous version last, because the unit settles the journal with it until then. */
function endSwitch(folder: ProgramFolder, { former }: SwitchJournal, memory: string): void {
  journalIn(memory).remove();
  if (former !== null) folder.point('control-plane-former', former);
}

const backupFor = (folder: ProgramFolder, from: string, to: string): string | null =>
  hasNewMigrations(folder, from, to) ? backupBefore(to) : null;

/** The backup taken before a version's first start. */
export const backupBefore = (version: string): string => join(dataDir, `before-${version}.backup`);

/** Removes the backups of all other versions. */
export function keepBackupBefore(version: string): void {
  const kept = backupBefore(version);
  asUser(userOf(dataDir), () => {
    for (const name of readdirSync(dataDir).filter((name) => /^before-\d+\.\d+\.\d+.*\.backup$/.test(name)))
      if (join(dataDir, name) !== kept) rmSync(join(dataDir, name), { force: true });
  });
}

/** Whether a version migrates another version's database. */
export function hasNewMigrations(folder: ProgramFolder, from: string, to: string): boolean {
  const migrationsOf = (version: string) =>
    readdirSync(join(folder.versionFolder(version), 'src/control-plane/platform/database/migrations')).filter((name) =>
      name.endsWith('.sql'),
    );
  const known = new Set(migrationsOf(from));
  return migrationsOf(to).some((name) => !known.has(name));
}

export interface SettleOptions {
  folder: ProgramFolder;
  /** Runs a program as the service's user. Throws an Error. */
  run?: typeof runAsService;
  memory?: string;
  /** Writes to the host's journal. */
  say(line: string): void;
}

/** Before a start: takes the backup that a switch needs, or rolls back a version that failed. */
export function settleSwitch({ folder, run = runAsService, memory = upgradeFolder, say }: SettleOptions): void {
  const file = journalIn(memory);
  const journal = file.read();
  if (journal === null) return;
  const { from, to, backup, isStarted } = journal;
  const isSwitched = folder.versionOf('control-plane') === to;
  const rollBack = (why: string) => {
    say(`rolled back from ${to} to ${from}: ${why}`);
    folder.point('control-plane', from);
    endSwitch(folder, journal, memory);
  };
  if (!isSwitched) endSwitch(folder, journal, memory);
  else if (isStarted) {
    if (backup !== null) {
      file.write({ ...journal, isRestoring: true });
      say(`restoring ${backup}`);
      // The next step that it prints is for people who restore by hand.
      const [result = ''] = run(folder.program(from), ['control-plane', 'restore', '--undo-migration', backup]).split(
        '\n',
      );
      say(result);
    }
    rollBack(journal.isRequested ? 'as requested' : `${to} did not start`);
  } else {
    try {
      if (backup !== null) takeBackup(folder.program(from), backup, run);
      file.write({ ...journal, isStarted: true });
    } catch (error) {
      rollBack(`the backup before the migration failed: ${errorMessage(error)}`);
    }
  }
}

/** Takes a backup, replacing an incomplete one from a killed start. */
export function takeBackup(program: string, file: string, run = runAsService): void {
  if (existsSync(dirname(file))) asUser(userOf(dirname(file)), () => rmSync(file, { force: true }));
  run(program, ['control-plane', 'backup', file]);
}

const journalIn = (memory: string) => new JsonFile(join(memory, 'journal.json'), shape);
