import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { planRollback } from '../../src/cli/agent/upgrade/rollback.ts';
import { requireNoSwitch, whyNotSwitched } from '../../src/cli/agent/upgrade/switch-agent.ts';
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

/** Puts another version beside the two. */
function add(version: string): void {
  mkdirSync(join(root, 'versions', version, 'bin'), { recursive: true });
  writeFileSync(folder.program(version), '');
}
const remove = (version: string) => rmSync(join(root, 'versions', version), { recursive: true });
const forget = (...pointers: string[]) => {
  for (const pointer of pointers) rmSync(join(root, pointer), { force: true });
};

test('planRollback › switches to the previous version', () => {
  expect(planRollback(folder, '1.1.0')).toEqual(plan);
});

test('planRollback › switches to this program’s version if the agent has another', () => {
  add('0.9.0');
  expect(planRollback(folder, '0.9.0').to).toBe('0.9.0');
});

test('planRollback › switches to the watcher’s version without a previous one', () => {
  forget('former');
  add('1.0.5');
  folder.point('watcher', '1.0.0');
  expect(planRollback(folder, '1.1.0').to).toBe('1.0.0');
});

test('planRollback › switches to the newest earlier version that is here', () => {
  forget('former');
  for (const version of ['0.9.0', '0.10.0', '2.0.0', '.new-x']) add(version);
  remove('1.0.0');
  expect(planRollback(folder, '1.1.0').to).toBe('0.10.0');
});

test('planRollback › says how to bring a version if no other is here', () => {
  remove('1.0.0');
  expect(() => planRollback(folder, '1.1.0')).toThrow(/sh install\.sh -- agent rollback/);
});

test.each<[string, () => void, boolean]>([
  ['the watcher switches', () => own.journal.write(newSwitch({ ...plan, requestId: 'a', archive: null })), false],
  ['an order waits for the watcher', () => undefined, true],
])('requireNoSwitch › refuses while %s', (_what, prepare, isOrdered) => {
  prepare();
  expect(() => requireNoSwitch(own, () => isOrdered)).toThrow(/in progress/);
});

test('requireNoSwitch › skips an order that cannot be read, as the watcher does', () => {
  expect(() => requireNoSwitch(own, unreadable)).not.toThrow();
});

test('a rollback that did not do says why, and never what another request said', () => {
  expect(whyNotSwitched(plan, 'a', () => outcome('a'))).toBe('1.0.0 failed, and 1.1.0 runs again: it hangs\nno flux');
  for (const last of [() => outcome('b'), () => null, unreadable])
    expect(whyNotSwitched(plan, 'a', last)).toBe(
      '1.0.0 failed, and 1.1.0 runs again: see: journalctl -u satrap-agent-upgrade',
    );
});
