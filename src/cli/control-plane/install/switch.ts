import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { readJsonFile, removeJsonFile, writeJsonFile } from '../../../upgrade/json-file.ts';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import { dataDir } from './layout.ts';
import { runAsService } from './service.ts';

// A switch survives a kill at any moment, because systemd carries it out: each start of the unit first settles what the journal says, by the
// program of the version before, and a version that has reported that it serves removes the journal.

/** Root's alone. The unit names it too. */
export const upgradeFolder = '/var/lib/satrap-control-plane-upgrade';

const shape = z.object({
  from: z.string(),
  to: z.string(),
  /** What `from` can return to, and can again after a rollback; null where there is nothing. */
  former: z.string().nullable(),
  /** Taken before the first start of `to`; null where it migrates nothing. */
  backup: z.string().nullable(),
  /** Whether `to` was started: at the next start, it has failed. */
  isStarted: z.boolean(),
});
type SwitchJournal = z.infer<typeof shape>;

/** Writes down what the next start of the unit is to do. */
function writeJournal(journal: SwitchJournal, memory = upgradeFolder): void {
  mkdirSync(memory, { recursive: true, mode: 0o700 });
  writeJsonFile(journalIn(memory), shape, journal);
}

/** Has the next start of the unit start another version. */
export function beginSwitch(folder: ProgramFolder, from: string, to: string): void {
  const former = folder.versionOf('control-plane-former');
  // Before the journal, which has the unit run it.
  folder.point('control-plane-former', from);
  writeJournal({ from, to, former, backup: backupFor(folder, from, to), isStarted: false });
  folder.point('control-plane', to);
}

/** Has the next start of the unit go back to the version before. */
export function requestRollback(folder: ProgramFolder, from: string, to: string, memory = upgradeFolder): void {
  const journal = readJsonFile(journalIn(memory), shape);
  // While the backup is taken, the new version has not run: there is no backup yet, and nothing to undo.
  if (journal?.isStarted === false) {
    folder.point('control-plane', from);
    endSwitch(folder, journal, memory);
    return;
  }
  const [former, backup] = [journal?.former ?? null, backupFor(folder, from, to)];
  writeJournal({ from, to, former, backup, isStarted: true }, memory);
}

/** Ends a switch that came to nothing. The former version last: until then the unit settles the journal by it. */
function endSwitch(folder: ProgramFolder, { former }: SwitchJournal, memory: string): void {
  removeJsonFile(journalIn(memory));
  if (former !== null) folder.point('control-plane-former', former);
}

const backupFor = (folder: ProgramFolder, from: string, to: string): string | null =>
  hasNewMigrations(folder, from, to) ? backupBefore(to) : null;

/** The backup from before a version's first start. */
export const backupBefore = (version: string): string => join(dataDir, `before-${version}.backup`);

/** Removes the backups from before other versions than this one. */
export function keepBackupBefore(version: string): void {
  const kept = backupBefore(version);
  asUser(userOf(dataDir), () => {
    for (const name of readdirSync(dataDir).filter((name) => /^before-\d+\.\d+\.\d+.*\.backup$/.test(name)))
      if (join(dataDir, name) !== kept) rmSync(join(dataDir, name), { force: true });
  });
}

/** Returns whether a version migrates the database of another one. */
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
  /** For the journal of the host. */
  say(line: string): void;
}

/** Before a start: takes the backup that a switch needs, or rolls back to the version before where the new one has failed. */
export function settleSwitch({ folder, run = runAsService, memory = upgradeFolder, say }: SettleOptions): void {
  const path = journalIn(memory);
  const journal = readJsonFile(path, shape);
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
    if (backup !== null)
      say(run(folder.program(from), ['control-plane', 'restore', '--undo-migration', backup]).trim());
    rollBack(`${to} did not start`);
  } else {
    try {
      if (backup !== null) takeBackup(folder.program(from), backup, run);
      writeJsonFile(path, shape, { ...journal, isStarted: true });
    } catch (error) {
      rollBack(`the backup before the migration failed: ${errorMessage(error)}`);
    }
  }
}

/** Takes a backup in place of one that an earlier start was killed in. */
export function takeBackup(program: string, file: string, run = runAsService): void {
  if (existsSync(dirname(file))) asUser(userOf(dirname(file)), () => rmSync(file, { force: true }));
  run(program, ['control-plane', 'backup', file]);
}

const journalIn = (memory: string): string => join(memory, 'journal.json');
