import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type UnitState, unitState } from '../../src/upgrade-watcher/agent-unit.ts';
import { hostEffects } from '../../src/upgrade-watcher/host-effects.ts';
import { ProgramFolder, programFolderOf } from '../../src/upgrade-watcher/program-folder.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

let folder: ProgramFolder;
beforeEach(() => {
  folder = new ProgramFolder(scratchFolder('versions'));
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    mkdirSync(join(folder.versionFolder(version), 'bin'), { recursive: true });
    writeFileSync(folder.program(version), '');
  }
});
const versions = () => readdirSync(join(folder.path, 'versions')).toSorted();

const running = unitState('ActiveState=active\nSubState=running\nMainPID=812\nResult=success\n');
const resting = unitState('ActiveState=inactive\nSubState=dead\nMainPID=0\nResult=success\nRestart=always\n');
const failed = unitState('ActiveState=failed\nSubState=failed\nMainPID=0\nResult=exit-code\nRestart=always\n');

/** A unit in systemd, with its parts. `beforeStart`: what happens between the watcher's last check and its start. */
function host(state: UnitState) {
  const unit = { state, isUnstopped: false };
  const change = (changes: Partial<typeof unit>) => void Object.assign(unit, changes);
  const between = { beforeStart: () => {} };
  const effects = hostEffects({
    ...{ folder, dataDir: '/nowhere', user: { uid: 0, gid: 0 } },
    unit: {
      stop: async () => change({ state: resting }),
      restart: async () => {
        between.beforeStart();
        change({ state: running });
      },
      state: async () => unit.state,
      cursor: async () => null,
      lastWords: async () => null,
    },
    stopDetector: {
      begin: async () => change({ isUnstopped: true }),
      isUnstopped: async () => unit.isUnstopped,
      end: async () => change({ isUnstopped: false }),
    },
  });
  const operatorStops = () => change({ state: resting, isUnstopped: false });
  const acts = {
    hold: () => effects.hold(),
    stop: () => effects.stop({ direction: 'forward' }),
    operatorStops,
    operatorStarts: () => change({ state: running }),
    operatorStopsBeforeStart: () => void Object.assign(between, { beforeStart: operatorStops }),
  };
  return { unit, effects, acts };
}

test('restarts an agent that the watcher stopped, and no longer looks for stops', async () => {
  for (const state of [running, failed]) {
    const { unit, effects, acts } = host(state);
    await acts.stop();
    expect(unit).toEqual({ state: resting, isUnstopped: true });
    await effects.restart();
    expect(unit).toEqual({ state: running, isUnstopped: false });
  }
});

test.each<[string, UnitState, (keyof ReturnType<typeof host>['acts'])[], UnitState]>([
  ['that somebody stops meanwhile stays stopped', running, ['stop', 'operatorStops'], resting],
  ['stays stopped when a killed watcher stops it again', running, ['stop', 'operatorStops', 'stop'], resting],
  ['stopped just before its start stays stopped', running, ['operatorStopsBeforeStart', 'stop'], resting],
  ['that is stopped and started meanwhile runs', running, ['stop', 'operatorStops', 'operatorStarts'], running],
  ['that rested when it was asked for by hand runs', resting, ['hold', 'stop'], running],
  ['that runs after a reboot, which ends the look for stops, runs', running, [], running],
  ['that had ended by its own fault before that runs', failed, [], running],
])('an agent %s', async (_what, state, names, expected) => {
  const { unit, effects, acts } = host(state);
  for (const name of names) await acts[name]();
  await effects.restart();
  expect(unit.state).toBe(expected);
});

test('a version that failed does not stay on the disk', async () => {
  folder.point('former', '1.0.0');
  for (const pointer of ['current', 'watcher'] as const) folder.point(pointer, '1.1.0');
  await host(running).effects.returned();
  expect(versions()).toEqual(['1.0.0', '1.1.0']);
});

test('keeps versions that run or may be rolled back to, and what install.sh unpacks', () => {
  for (const name of ['1.3.0', '1.4.0', '.new-Ab12Cd', '.old-1.0.0']) mkdirSync(join(folder.path, 'versions', name));
  for (const pointer of ['current', 'watcher'] as const) folder.point(pointer, '1.2.0');
  for (const pointer of ['former', 'control-plane-former'] as const) folder.point(pointer, '1.1.0');
  folder.point('control-plane', '1.4.0');
  folder.removeUnused();
  expect(versions()).toEqual(['.new-Ab12Cd', '1.1.0', '1.2.0', '1.4.0']);
  expect([folder.has('1.0.0'), folder.has('1.2.0')]).toEqual([false, true]);
});

test('replaces a pointer, even if a killed watcher left a partial one', () => {
  expect(folder.versionOf('current')).toBe(null);
  folder.point('current', '1.0.0');
  writeFileSync(join(folder.path, '.current-new'), 'left by a kill');
  folder.point('current', '1.1.0');
  expect(folder.versionOf('current')).toBe('1.1.0');
  expect(readlinkSync(join(folder.path, 'current'))).toBe('versions/1.1.0');
});

test('a program knows the folder that it lies in, unless it lies in a clone', () => {
  expect(programFolderOf(folder.versionFolder('1.0.0'))?.path).toBe(folder.path);
  expect(programFolderOf(folder.path)).toBe(null);
});
