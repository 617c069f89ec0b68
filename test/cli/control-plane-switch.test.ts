import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { setEnv } from '../../src/cli/control-plane/install/layout.ts';
import { hasNewMigrations, requestRollback, settleSwitch } from '../../src/cli/control-plane/install/switch.ts';
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
  ] as const) {
    const migrations = join(folder.versionFolder(version), 'src/control-plane/platform/database/migrations');
    mkdirSync(migrations, { recursive: true });
    for (const name of names) writeFileSync(join(migrations, name), '');
  }
});

const journal = () => join(memory, 'journal.json');
const begin = (isStarted: boolean, withBackup = true) => {
  const switched = { from: '1.0.0', to: '2.0.0', former: '0.9.0' };
  writeFileSync(journal(), JSON.stringify({ ...switched, backup: withBackup ? backup : null, isStarted }));
  folder.point('control-plane-former', '1.0.0');
};
const run = (program: string, words: readonly string[]): string => {
  ran.push([program.slice(folder.versionFolder('').length + 1), ...words].join(' '));
  return '';
};
/** As each start of the unit does; `fails` is what a program that is run says. */
const settle = (fails?: string) =>
  settleSwitch({
    folder,
    memory,
    say: (line) => said.push(line),
    run: (program, words) => {
      run(program, words);
      if (fails !== undefined) throw new Error(fails);
      return '';
    },
  });

describe('a start of the unit in an upgrade', () => {
  test('takes the backup by the version before, and goes back at the next start, as the new version has failed', () => {
    folder.point('control-plane', '2.0.0');
    begin(false);
    settle();
    expect([ran, folder.versionOf('control-plane')]).toEqual([
      [`1.0.0/bin/satrap control-plane backup ${backup}`],
      '2.0.0',
    ]);
    settle();
    expect(ran[1]).toBe(`1.0.0/bin/satrap control-plane restore --undo-migration ${backup}`);
    expect([folder.versionOf('control-plane'), existsSync(journal())]).toEqual(['1.0.0', false]);
    settle();
    expect(ran).toHaveLength(2);
  });

  test.each([
    ['failed', '2.0.0', true],
    ['was not begun', '1.0.0', false],
  ])('that %s leaves the version to which one could return before', (_, pointed, isStarted) => {
    folder.point('control-plane', pointed);
    begin(isStarted);
    settle();
    expect(folder.versionOf('control-plane-former')).toBe('0.9.0');
  });

  test('that the command gives up leaves the version to which one could return before', () => {
    for (const isStarted of [false, true]) {
      folder.point('control-plane', '2.0.0');
      begin(isStarted);
      requestRollback(folder, '1.0.0', '2.0.0', memory);
      settle();
      expect(folder.versionOf('control-plane-former')).toBe('0.9.0');
    }
  });

  test('whose command was killed before it moved the pointer starts the version before', () => {
    folder.point('control-plane', '1.0.0');
    begin(false);
    settle();
    expect([ran, folder.versionOf('control-plane'), existsSync(journal())]).toEqual([[], '1.0.0', false]);
  });

  test('that waits for the backup when the command gives up restores nothing', () => {
    folder.point('control-plane', '2.0.0');
    begin(false);
    requestRollback(folder, '1.0.0', '2.0.0', memory);
    settle();
    expect([ran, folder.versionOf('control-plane'), existsSync(journal())]).toEqual([[], '1.0.0', false]);
  });

  test('of a version that has run, which the command gives up, restores the backup', () => {
    folder.point('control-plane', '2.0.0');
    begin(true);
    requestRollback(folder, '1.0.0', '2.0.0', memory);
    settle();
    expect(ran).toHaveLength(1);
    expect(folder.versionOf('control-plane')).toBe('1.0.0');
  });

  test('that was killed in the midst of the backup takes it again', () => {
    folder.point('control-plane', '2.0.0');
    begin(false);
    writeFileSync(backup, 'half');
    settle();
    expect([ran.length, existsSync(backup)]).toEqual([1, false]);
  });

  test('starts the version before where the backup fails, and says why', () => {
    folder.point('control-plane', '2.0.0');
    begin(false);
    settle('the disk is full');
    expect([folder.versionOf('control-plane'), existsSync(journal())]).toEqual(['1.0.0', false]);
    expect(said.join()).toContain('the backup before the migration failed: the disk is full');
  });

  test('that cannot restore the database starts nothing, and tries it again at the next start', () => {
    folder.point('control-plane', '2.0.0');
    begin(true);
    expect(() => settle('the disk is full')).toThrow('the disk is full');
    expect([folder.versionOf('control-plane'), existsSync(journal())]).toEqual(['2.0.0', true]);
    settle();
    expect(folder.versionOf('control-plane')).toBe('1.0.0');
  });

  test('without a migration leaves the database alone', () => {
    folder.point('control-plane', '2.0.0');
    begin(true, false);
    settle();
    expect([ran, folder.versionOf('control-plane')]).toEqual([[], '1.0.0']);
  });
});

test('a version migrates where it has a migration that the other lacks', () => {
  expect([hasNewMigrations(folder, '1.0.0', '2.0.0'), hasNewMigrations(folder, '2.0.0', '1.0.0')]).toEqual([
    true,
    false,
  ]);
});

test('settings are written beside those that an operator keeps', () => {
  const text = '# of the operator\nDATABASE_URL=postgres://a\nSATRAP_PORT=4100\n';
  expect(setEnv(text, { SATRAP_PORT: '4200', SATRAP_HOST: '::1' })).toBe(
    '# of the operator\nDATABASE_URL=postgres://a\nSATRAP_PORT=4200\nSATRAP_HOST=::1\n',
  );
  expect(setEnv('', { SATRAP_PORT: '4200' })).toBe('SATRAP_PORT=4200\n');
});
