import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type UnitState, unitState } from '../../src/upgrade-watcher/agent-unit.ts';
import { HostEffects } from '../../src/upgrade-watcher/host-effects.ts';
import { ProgramFolder } from '../../src/upgrade-watcher/program-folder.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

const running = unitState('ActiveState=active\nSubState=running\nMainPID=812\nResult=success\n');
const resting = unitState('ActiveState=inactive\nSubState=dead\nMainPID=0\nResult=success\nRestart=always\n');
const failed = unitState('ActiveState=failed\nSubState=failed\nMainPID=0\nResult=exit-code\nRestart=always\n');

/** A unit in systemd, with its parts. `beforeStart`: what happens between the watcher's last check and its start. */
function host(
  state: UnitState,
  {
    hasBegun = false,
    beforeStart = () => {},
    folder = new ProgramFolder(scratchFolder('versions')),
  }: { hasBegun?: boolean; beforeStart?(): void; folder?: ProgramFolder } = {},
) {
  mkdirSync(join(folder.path, 'versions'), { recursive: true });
  const unit = { state, isUnstopped: hasBegun };
  const effects = new HostEffects({
    ...{ folder, dataDir: '/nowhere', user: { uid: 0, gid: 0 } },
    unit: {
      stop: async () => {
        unit.state = resting;
      },
      restart: async () => {
        beforeStart();
        unit.state = running;
      },
      state: async () => unit.state,
      cursor: async () => null,
      lastWords: async () => null,
    },
    stopDetector: {
      begin: async () => {
        unit.isUnstopped = true;
      },
      isUnstopped: async () => unit.isUnstopped,
      end: async () => {
        unit.isUnstopped = false;
      },
    },
  });
  const operator = {
    stops: () => Object.assign(unit, { state: resting, isUnstopped: false }),
    starts: () => Object.assign(unit, { state: running }),
  };
  return { unit, effects, operator };
}

test('an agent that the watcher stopped is started again, and stops are not looked for any more', async () => {
  const { unit, effects } = host(running);
  await effects.stop({ direction: 'forward' });
  expect(unit).toEqual({ state: resting, isUnstopped: true });
  await effects.restart();
  expect(unit).toEqual({ state: running, isUnstopped: false });
});

test('an agent that somebody stops while the watcher has it stopped stays stopped, also where the watcher is killed and stops it again', async () => {
  const { unit, effects, operator } = host(running);
  await effects.stop({ direction: 'forward' });
  operator.stops();
  await effects.stop({ direction: 'forward' });
  await effects.restart();
  expect(unit.state).toBe(resting);
});

test('an agent that somebody stops just before the watcher starts it is stopped again', async () => {
  const { unit, effects, operator } = host(running, { beforeStart: () => operator.stops() });
  await effects.stop({ direction: 'forward' });
  await effects.restart();
  expect(unit.state).toBe(resting);
});

test('an agent that somebody stops and starts again while the watcher has it stopped is started anew', async () => {
  const { unit, effects, operator } = host(running);
  await effects.stop({ direction: 'forward' });
  operator.stops();
  operator.starts();
  await effects.restart();
  expect(unit.state).toBe(running);
});

test('an agent that rested when it was asked for by hand is started', async () => {
  const { unit, effects } = host(resting);
  await effects.hold();
  await effects.stop({ direction: 'forward' });
  await effects.restart();
  expect(unit.state).toBe(running);
});

test.each([
  ['runs again', running],
  ['has ended by its own fault', failed],
])('after a reboot, which ends the look for stops, an agent that %s is switched and started', async (_what, state) => {
  const { unit, effects } = host(state);
  await effects.restart();
  expect(unit.state).toBe(running);
  const again = host(state);
  await again.effects.stop({ direction: 'forward' });
  expect(again.unit).toEqual({ state: resting, isUnstopped: true });
});

test('a version that failed does not stay on the disk', async () => {
  const folder = new ProgramFolder(scratchFolder('failed'));
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) mkdirSync(folder.versionFolder(version), { recursive: true });
  folder.point('former', '1.0.0');
  for (const pointer of ['current', 'watcher'] as const) folder.point(pointer, '1.1.0');
  await host(running, { folder }).effects.returned();
  expect(readdirSync(join(folder.path, 'versions')).toSorted()).toEqual(['1.0.0', '1.1.0']);
});
