import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { unitNames } from '../../src/agent/host/units.ts';
import { removeGateway, removeWatcher } from '../../src/cli/agent/install/installed-agent.ts';
import { notDeregistered } from '../../src/cli/agent/install/uninstall.ts';
import { emptyAsOwner, removeAgentProgram, removeProgram } from '../../src/cli/installation/host.ts';
import { ProgramFolder } from '../../src/upgrade-watcher/program-folder.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

let root: string;
let unitsIn: string;
let memory: string;
beforeEach(() => {
  root = scratchFolder('uninstall');
  [unitsIn, memory] = [join(root, 'units'), join(root, 'memory')];
  for (const folder of [unitsIn, memory, join(root, 'bin')]) mkdirSync(folder);
});

/** Refuses, as systemd does, to stop or to disable a unit that has no file. */
const systemctl = () => `#!/bin/sh
[ "$1" = daemon-reload ] && exit
for unit in "$@"; do :; done
[ -e "${unitsIn}/$unit" ] || { echo "Unit $unit not loaded." >&2; exit 5; }
`;

const changes = { step: <T>(_what: string, work: () => T) => work() };

test.each([
  ['nothing yet', [unitNames.watcher, unitNames.order], true],
  ['the watcher’s unit', [unitNames.order], false],
  ['both units', [], true],
])('resumes an uninstallation that was killed after it had removed %s', (_what, left, keeps) => {
  writeFileSync(join(root, 'bin/systemctl'), systemctl(), { mode: 0o755 });
  vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env['PATH']}`);
  for (const unit of left) writeFileSync(join(unitsIn, unit), '[Unit]');
  if (!keeps) rmSync(memory, { recursive: true });
  removeWatcher(changes, { unitsIn, memory });
  expect([...left.map((unit) => join(unitsIn, unit)), memory].filter((path) => existsSync(path))).toEqual([]);
});

test.each([
  ['nothing yet', [unitNames.gateway, unitNames.gatewayStart]],
  ['the unit that starts it', [unitNames.gateway]],
  ['both units', []],
])('resumes a gateway’s uninstallation that was killed after it had removed %s', (_what, left) => {
  writeFileSync(join(root, 'bin/systemctl'), systemctl(), { mode: 0o755 });
  vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env['PATH']}`);
  for (const unit of left) writeFileSync(join(unitsIn, unit), '[Unit]');
  removeGateway(changes, unitsIn);
  expect(left.filter((unit) => existsSync(join(unitsIn, unit)))).toEqual([]);
});

test('a killed uninstallation leaves no partial program that counts as complete', () => {
  const marks = ['1.0.0', '1.1.0'].map((version) => join(root, 'satrap/versions', version, '.sha256'));
  for (const mark of marks) {
    mkdirSync(join(mark, '..'), { recursive: true });
    writeFileSync(mark, 'hash');
  }
  writeFileSync(join(root, 'satrap/versions/note'), 'of an operator');
  const isWhole = () => marks.filter((mark) => existsSync(mark));
  let whenKilled: string[] = [''];
  const folder = new ProgramFolder(join(root, 'satrap'));
  removeProgram(folder, () => {
    whenKilled = isWhole();
  });
  expect(whenKilled).toEqual([]);
  removeProgram(folder);
  expect(existsSync(join(root, 'satrap'))).toBe(false);
});

test('leaves the control plane’s versions, the command and foreign files in place', () => {
  const folder = new ProgramFolder(join(root, 'satrap'));
  mkdirSync(join(folder.path, '.git'), { recursive: true });
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) mkdirSync(folder.versionFolder(version), { recursive: true });
  folder.point('former', '1.0.0');
  for (const pointer of ['current', 'watcher'] as const) folder.point(pointer, '1.1.0');
  folder.point('control-plane', '1.2.0');
  removeAgentProgram(folder);
  expect(readdirSync(folder.path).toSorted()).toEqual(['.git', 'control-plane', 'current', 'versions']);
  expect(readdirSync(join(folder.path, 'versions'))).toEqual(['1.2.0']);
  expect(folder.versionOf('current')).toBe('1.2.0');
  rmSync(join(folder.path, 'control-plane'));
  removeAgentProgram(folder);
  expect(readdirSync(folder.path)).toEqual(['.git']);
});

test('leaves what its user cannot remove to root, and completes', () => {
  const folder = join(root, 'state');
  mkdirSync(join(folder, 'of-root'), { recursive: true });
  writeFileSync(join(folder, 'of-root/file'), '');
  writeFileSync(join(folder, 'own'), '');
  for (const path of [root, folder, join(folder, 'own')]) chownSync(path, 54_321, 54_321);
  emptyAsOwner(folder);
  expect([existsSync(join(folder, 'of-root/file')), existsSync(join(folder, 'own'))]).toEqual([true, false]);
});

test('an uninstallation that cannot deregister names the command that revokes the key', () => {
  expect(notDeregistered('HTTP 502', { name: 'host-1' })).toEqual([
    'Could not deregister: HTTP 502',
    expect.stringMatching(/key of host-1 is still valid.*satrap keys revoke ID/),
  ]);
});
