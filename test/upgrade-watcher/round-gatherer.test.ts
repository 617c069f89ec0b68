import { expect, test } from 'vitest';
import { unitState } from '../../src/upgrade-watcher/agent-unit.ts';
import { RoundGatherer } from '../../src/upgrade-watcher/round-gatherer.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

const running = (restarts: number) =>
  `ActiveState=active\nSubState=running\nMainPID=812\nNRestarts=${restarts}\nExecMainStatus=0\n`;
const ended = (restarts: number) =>
  `ActiveState=activating\nSubState=auto-restart\nMainPID=0\nNRestarts=${restarts}\nExecMainCode=1\nExecMainStatus=3\n`;

/** Gathers a round for each of the states in which the agent's unit is seen. */
async function gathered(...states: string[]) {
  const left = [...states];
  const rounds = new RoundGatherer({
    unit: { state: async () => unitState(left.shift() ?? '') },
    agent: { status: async () => null },
    probe: async () => ({ version: '1.0.0', settings: null, store: null, engine: null, controlPlane: null }),
    clock: new VirtualClock(0),
  });
  const all = [];
  while (left.length > 0) all.push((await rounds.gather()).unit);
  return all;
}

test('how an agent ended is remembered while it runs again', async () => {
  const seen = await gathered(running(0), ended(0), running(1), running(2));
  expect(seen.map(({ exits, lastExit }) => [exits, lastExit])).toEqual([
    [0, null],
    [1, 'exit code 3'],
    [1, 'exit code 3'],
    [2, 'exit code 3'],
  ]);
});

test('the ends of an agent are counted across a start by the service manager’s order', async () => {
  const seen = await gathered(running(2), ended(2), running(0), running(1));
  expect(seen.map(({ exits }) => exits)).toEqual([0, 1, 0, 1]);
});
