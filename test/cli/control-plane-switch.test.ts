import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  beginSwitch,
  hasNewMigrations,
  requestRollback,
  servingVersion,
  settleSwitch,
  switchUnderWay,
} from '../../src/cli/control-plane/install/switch.ts';
import { switchText } from '../../src/cli/control-plane/install/switch-text.ts';
import { ProgramFolder } from '../../src/upgrade-watcher/program-folder.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

let folder: ProgramFolder;
let memory: string;
let backup: string;
/** What was run, as PROGRAM WORDS. */
let ran: string[];
let said: string[];
beforeEach(() => {
  const root = scratchFolder('switch');
  folder = new ProgramFolder(join(root, 'satrap'));
  [memory, backup] = [join(root, 'memory'), join(root, 'data/before-2.0.0.backup')];
  [ran, said] = [[], []];
  for (const path of [memory, join(root, 'data')]) mkdirSync(path);
  for (const [version, names] of [
    ['1.0.0', ['0000_begin.sql']],
    ['2.0.0', ['0000_begin.sql', '0001_more.sql']],
    ['3.0.0', ['0000_begin.sql', '0001_more.sql']],
  ] as const) {
    const migrations = join(folder.versionFolder(version), 'src/control-plane/platform/database/migrations');
    mkdirSync(migrations, { recursive: true });
    for (const name of names) writeFileSync(join(migrations, name), '');
  }
});

const journal = () => join(memory, 'journal.json');
const byProgram = { isRequested: false, isRestoring: false };
/** Begins an upgrade of 1.0.0 to 2.0.0; `pointed` is the version that starts. */
const begin = (pointed: string, isStarted: boolean, withBackup = true) => {
  folder.point('control-plane', pointed);
  const switched = { from: '1.0.0', to: '2.0.0', former: '0.9.0' };
  writeFileSync(
    journal(),
    JSON.stringify({ ...switched, backup: withBackup ? backup : null, isStarted, ...byProgram }),
  );
  folder.point('control-plane-former', '1.0.0');
};
/** As each start of the unit does; `fails` is what a program that is run says. */
const settle = (fails?: string) =>
  settleSwitch({
    ...{ folder, memory, say: (line) => said.push(line) },
    run: (program, words) => {
      ran.push([program.slice(folder.versionFolder('').length + 1), ...words].join(' '));
      if (fails !== undefined) throw new Error(fails);
      return '';
    },
  });
/** The version that starts, and whether the upgrade is still under way. */
const state = () => [folder.versionOf('control-plane'), existsSync(journal())];
const restoring = '1.0.0/bin/satrap control-plane restore --undo-migration';

describe('a start of the unit in an upgrade', () => {
  test('backs up with the old version, and rolls back when the new one fails', () => {
    begin('2.0.0', false);
    settle();
    expect([ran, state()]).toEqual([[`1.0.0/bin/satrap control-plane backup ${backup}`], ['2.0.0', true]]);
    settle();
    expect([ran[1], state()]).toEqual([`${restoring} ${backup}`, ['1.0.0', false]]);
    settle();
    expect(ran).toHaveLength(2);
  });

  test.each<[string, Parameters<typeof begin>, boolean, number]>([
    ['that failed', ['2.0.0', true], false, 1],
    ['whose command was killed before it moved the pointer', ['1.0.0', false], false, 0],
    ['without a migration', ['2.0.0', true, false], false, 0],
    ['that waits for the backup when the command gives up', ['2.0.0', false], true, 0],
    ['of a version that has run, which the command gives up,', ['2.0.0', true], true, 1],
  ])('%s starts the version before, and keeps the one to which one could return', (_what, begun, givesUp, count) => {
    begin(...begun);
    if (givesUp) requestRollback(folder, { from: '1.0.0', to: '2.0.0', isRequested: false }, memory);
    settle();
    expect(ran).toEqual(Array(count).fill(expect.stringContaining(restoring)));
    expect(state()).toEqual(['1.0.0', false]);
    expect(folder.versionOf('control-plane-former')).toBe('0.9.0');
  });

  test('shows the restore of a requested rollback, and blames no version', () => {
    folder.point('control-plane', '2.0.0');
    requestRollback(folder, { from: '1.0.0', to: '2.0.0', isRequested: true }, memory);
    const shown: string[] = [];
    const show = () => {
      const journal = switchUnderWay(memory);
      if (journal !== null) shown.push(switchText(journal));
      return 'Restored 409 rows\nNext, on a host with systemd: satrap control-plane install\n';
    };
    show();
    settleSwitch({ folder, memory, say: (line) => said.push(line), run: show });
    const rollback = 'rolling back from 2.0.0 to 1.0.0';
    expect(shown).toEqual([rollback, `${rollback}: restoring the database`]);
    expect(said.slice(1)).toEqual(['Restored 409 rows', 'rolled back from 2.0.0 to 1.0.0: as requested']);
    expect(switchUnderWay(memory)).toBeNull();
  });

  test('repeats an interrupted backup, and starts the old version if that fails', () => {
    begin('2.0.0', false);
    writeFileSync(backup, 'half');
    settle();
    expect([ran.length, existsSync(backup)]).toEqual([1, false]);
    begin('2.0.0', false);
    settle('the disk is full');
    expect(state()).toEqual(['1.0.0', false]);
    expect(said.join()).toContain('the backup before the migration failed: the disk is full');
  });

  test('that cannot restore the database starts nothing, and retries at the next start', () => {
    begin('2.0.0', true);
    expect(() => settle('the disk is full')).toThrow('the disk is full');
    expect(state()).toEqual(['2.0.0', true]);
    settle();
    expect(state()).toEqual(['1.0.0', false]);
  });
});

test('an upgrade after a killed one starts from the version that serves', () => {
  begin('2.0.0', false);
  expect(servingVersion(folder, memory)).toBe('1.0.0');
  expect([hasNewMigrations(folder, '1.0.0', '2.0.0'), hasNewMigrations(folder, '2.0.0', '1.0.0')]).toEqual([
    true,
    false,
  ]);
  beginSwitch(folder, '1.0.0', '3.0.0', memory);
  settle();
  expect([ran, state()]).toEqual([[expect.stringContaining('1.0.0/bin/satrap control-plane backup')], ['3.0.0', true]]);
  settle();
  expect([ran[1], state()]).toEqual([expect.stringContaining(restoring), ['1.0.0', false]]);
  expect(folder.versionOf('control-plane-former')).toBe('0.9.0');
});
