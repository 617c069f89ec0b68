import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { planRollback, whyNotBack } from '../../src/cli/agent/upgrade/rollback.ts';
import { InvalidUpgradeFile } from '../../src/upgrade/upgrade-files.ts';
import { newSwitch } from '../../src/upgrade-watcher/journal.ts';
import { ProgramFolder } from '../../src/upgrade-watcher/program-folder.ts';
import { type WatcherFiles, watcherFiles } from '../../src/upgrade-watcher/watcher-files.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

let folder: ProgramFolder;
let own: WatcherFiles;
let root: string;
beforeEach(() => {
  root = scratchFolder('rollback');
  folder = new ProgramFolder(root);
  own = watcherFiles(join(root, 'own'));
  for (const version of ['1.0.0', '1.1.0']) {
    mkdirSync(join(root, 'versions', version, 'bin'), { recursive: true });
    writeFileSync(folder.program(version), '');
  }
  folder.point('current', '1.1.0');
  folder.point('former', '1.0.0');
});

const plan = { from: '1.1.0', to: '1.0.0' };
const unreadable = () => {
  throw new InvalidUpgradeFile('it is not what it should be');
};
const outcome = (requestId: string) => ({
  ...{ requestId, fromVersion: '1.1.0', toVersion: '1.0.0', state: 'rolled_back' as const },
  ...{ reason: 'it hangs', lastWords: 'no flux', updatedAt: '2026-01-01T00:00:00.000Z' },
});

test.each<[string, () => void, boolean, RegExp]>([
  ['the version before is removed', () => rmSync(folder.program('1.0.0')), false, /no previous version is kept/],
  [
    'the watcher switches',
    () => own.journal.write(newSwitch({ ...plan, requestId: 'a', archive: null })),
    false,
    /in progress/,
  ],
  ['the agent has ordered a switch with which the watcher has not begun', () => undefined, true, /in progress/],
])('a rollback is refused with what to do where %s', (_what, prepare, isOrdered, words) => {
  prepare();
  expect(() => planRollback(folder, own, () => isOrdered)).toThrow(words);
});

test('a rollback switches to the version before, also where an order cannot be read, which the watcher passes over', () => {
  for (const isOrdered of [() => false, unreadable]) expect(planRollback(folder, own, isOrdered)).toEqual(plan);
});

test('a rollback that did not do says why, and never what another request said', () => {
  expect(whyNotBack(plan, 'a', () => outcome('a'))).toBe('1.0.0 failed, and 1.1.0 runs again: it hangs\nno flux');
  for (const last of [() => outcome('b'), () => null, unreadable])
    expect(whyNotBack(plan, 'a', last)).toBe(
      '1.0.0 failed, and 1.1.0 runs again: see: journalctl -u satrap-agent-upgrade',
    );
});
