import { describe, expect, test } from 'vitest';
import { unitState } from '../../src/upgrade-watcher/agent-unit.ts';
import type { SwitchJournal } from '../../src/upgrade-watcher/journal.ts';
import { judge } from '../../src/upgrade-watcher/judge.ts';
import { needsProbe, type Round, roundGatherer } from '../../src/upgrade-watcher/round.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

const versions = { from: '1.0.0', to: '2.0.0', before: null };
const well = { version: '2.0.0', syncedAt: '2026-01-01T00:00:00Z', sync: null, engine: null };
const can = { version: '1.0.0', settings: null, store: null, engine: null, controlPlane: null };
const runs = { isRunning: true, isRestarted: false, isStopped: false, exits: 0, lastExit: null };
const crashed = { isRunning: false, isRestarted: true, exits: 1, lastExit: 'exit code 1' };

type Look = Partial<Omit<Round, 'unit' | 'status'>> & {
  unit?: Partial<Round['unit']>;
  status?: Partial<NonNullable<Round['status']>> | null;
};
const round = (atMs: number, { unit = {}, status = {}, probe = null }: Look = {}): Round => ({
  atMs,
  unit: { ...runs, ...unit },
  status: status === null ? null : { ...well, ...status },
  probe,
});
const silent: Look = { status: null };
const stopped: Look = { ...silent, unit: { isRunning: false, isStopped: true } };
/** The same state repeated from one second to another. */
const lasting = (seconds: number, look: Look = {}, from = 0): Round[] =>
  Array.from({ length: seconds + 1 }, (_, second) => round((from + second) * 1000, look));
const verdict = (rounds: Round[], before: SwitchJournal['before'] = null) => judge(rounds, { ...versions, before });
const waits = { kind: 'wait' };
const commits = { kind: 'commit' };

describe('the new version stays', () => {
  test('after three good rounds with time between them', () => {
    expect(verdict(lasting(2))).toEqual(waits);
    expect(verdict(lasting(8))).toEqual(commits);
  });

  test.each<[string, Look, SwitchJournal['before']?]>([
    [
      'the control plane is gone, also for the former version',
      { status: { sync: '1' }, probe: { ...can, controlPlane: '2' } },
    ],
    ['the engine is down, also for the former version', { status: { engine: '1' }, probe: { ...can, engine: '2' } }],
    ['the former one could not sync before', { status: { sync: '1' }, probe: can }, { engine: null, sync: '2' }],
    ['the former one did not reach the engine', { status: { engine: '1' }, probe: can }, { engine: '2', sync: null }],
  ])('where %s', (_case, look, before) => {
    expect(verdict(lasting(8, look), before)).toEqual(commits);
  });

  test('where it was killed once and came back', () => {
    const killed = round(5000, { ...silent, unit: { ...crashed, lastExit: 'signal 9' } });
    const after = lasting(8, { unit: { exits: 1 } }, 8);
    expect(verdict([...lasting(4), killed, ...after.slice(0, 3)])).toEqual(waits);
    expect(verdict([...lasting(4), killed, ...after])).toEqual(commits);
  });
});

test('judges nothing while an operator has stopped the agent, nor what came before', () => {
  expect(verdict(lasting(400, stopped))).toEqual({ kind: 'rest' });
  const before = [...lasting(19, silent), round(20_000, stopped)];
  expect(verdict([...before, ...lasting(10, silent, 21)])).toEqual(waits);
  expect(verdict([...before, ...lasting(2, {}, 21)])).toEqual(waits);
  expect(verdict([...before, ...lasting(300, {}, 21)])).toEqual(commits);
  expect(verdict([...lasting(5), round(6000, stopped), round(9000)])).toEqual(waits);
});

describe('the new version goes', () => {
  const thrice = { ...crashed, exits: 3 };
  const refusing = { ...crashed, isRestarted: false, lastExit: 'exit code 2' };
  const better = 'version 1.0.0 succeeded at the same time';
  test.each<[string, number, Look, string]>([
    ['crashes at its start', 6, { ...silent, unit: thrice, probe: can }, 'it exited 3 times: exit code 1'],
    ['crashes, and runs at every look', 6, { ...silent, unit: { exits: 3 }, probe: can }, 'it exited 3 times'],
    ['ends and is not started again', 3, { ...silent, unit: refusing, probe: can }, 'it exited: exit code 2'],
    ['hangs', 21, silent, 'it does not respond'],
    ['is another one', 11, { status: { version: '1.0.0' } }, 'version 1.0.0 is running instead of 2.0.0'],
    ['does not turn its loops', 46, { status: { syncedAt: null } }, 'it sent no heartbeat'],
    [
      'alone misses the engine',
      21,
      { status: { engine: 'x' }, probe: can },
      `it cannot reach the engine: x; ${better}`,
    ],
    ['alone is refused', 46, { status: { sync: 'x' }, probe: can }, `its heartbeat fails: x; ${better}`],
  ])('where it %s, within %i s', (_case, seconds, look, reason) => {
    expect(verdict(lasting(seconds, look))).toEqual({ kind: 'back', reason });
  });

  test('where it dies again and again between good rounds', () => {
    const lives = [0, 1, 2].flatMap((exits) => lasting(3, { unit: { exits } }, exits * 6));
    expect(verdict(lives)).toEqual(waits);
    const reason = 'it exited 3 times: exit code 1';
    expect(verdict([...lives, round(17_000, { ...silent, unit: thrice })])).toEqual({ kind: 'back', reason });
  });

  test('where it could not be judged in five minutes', () => {
    const probe = { ...can, settings: 'agent.toml is wrong' };
    const look = { ...silent, unit: { ...crashed, isRestarted: false }, probe };
    expect(verdict(lasting(299, look))).toEqual(waits);
    const reason = 'the check did not finish within 5 minutes: agent.toml is wrong';
    expect(verdict(lasting(300, look))).toEqual({ kind: 'back', reason });
  });
});

test('a fault that passes is none: only how long it lasts without a break counts', () => {
  expect(verdict([...lasting(18, silent), round(19_000), ...lasting(18, silent, 20)])).toEqual(waits);
});

test('the former version is asked only where the new one cannot do something', () => {
  const asked = [{ status: { sync: 'refused' } }, { status: { engine: 'down' } }, { ...silent, unit: crashed }];
  for (const look of [{}, silent, stopped]) expect(needsProbe(round(0, look))).toBe(false);
  for (const look of asked) expect(needsProbe(round(0, look))).toBe(true);
});

const running = (restarts: number) =>
  `ActiveState=active\nSubState=running\nMainPID=812\nNRestarts=${restarts}\nExecMainStatus=0\n`;
const ended = (restarts: number) =>
  `ActiveState=activating\nSubState=auto-restart\nMainPID=0\nNRestarts=${restarts}\nExecMainCode=1\nExecMainStatus=3\n`;

test.each<[string, string[], number[]]>([
  ['and remembered while it runs again', [running(0), ended(0), running(1), running(2)], [0, 1, 1, 2]],
  ['across a start by the service manager’s order', [running(2), ended(2), running(0), running(1)], [0, 1, 0, 1]],
])('the ends of an agent are counted %s', async (_what, states, exits) => {
  const left = [...states];
  const gather = roundGatherer({
    unit: { state: async () => unitState(left.shift() ?? '') },
    agent: { status: async () => null },
    probe: async () => can,
    clock: new VirtualClock(0),
  });
  const seen = [];
  while (left.length > 0) seen.push((await gather()).unit);
  expect(seen.map((unit) => unit.exits)).toEqual(exits);
  expect(seen.map(({ lastExit }) => lastExit)).toEqual([null, ...Array(3).fill('exit code 3')]);
});
