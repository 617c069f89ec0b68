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
const stopped = { isRunning: false, isStopped: true };
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
/** The same state repeated from 0 to `seconds`. */
const lasting = (seconds: number, look: Look = {}): Round[] =>
  Array.from({ length: seconds + 1 }, (_, second) => round(second * 1000, look));
const verdict = (rounds: Round[], before: SwitchJournal['before'] = null) => judge(rounds, { ...versions, before });

describe('the new version stays', () => {
  test('after three good rounds with time between them', () => {
    expect(verdict(lasting(2))).toEqual({ kind: 'wait' });
    expect(verdict(lasting(8))).toEqual({ kind: 'commit' });
  });

  test.each<[string, Look]>([
    [
      'the control plane is gone',
      { status: { sync: 'connection refused' }, probe: { ...can, controlPlane: 'connection refused' } },
    ],
    [
      'the control plane answers 500',
      { status: { sync: 'HTTP 500' }, probe: { ...can, controlPlane: 'the control plane answers HTTP 500' } },
    ],
    [
      'the control plane answers 429',
      { status: { sync: 'HTTP 429' }, probe: { ...can, controlPlane: 'the control plane answers HTTP 429' } },
    ],
    ['the engine is down', { status: { engine: 'no engine' }, probe: { ...can, engine: 'no engine' } }],
  ])('where %s, which the former version’s probe finds as well', (_case, look) => {
    expect(verdict(lasting(8, look))).toEqual({ kind: 'commit' });
  });

  test.each<[string, Look, SwitchJournal['before']]>([
    ['sync', { status: { sync: 'refused' }, probe: can }, { engine: null, sync: 'refused' }],
    ['reach the engine', { status: { engine: 'down' }, probe: can }, { engine: 'down', sync: null }],
  ])('where the former version could not %s in its last minute either', (_case, look, before) => {
    expect(verdict(lasting(8, look), before)).toEqual({ kind: 'commit' });
  });

  test('where it was killed once and came back', () => {
    const killed = round(5000, { unit: { ...crashed, lastExit: 'signal 9' }, status: null });
    const after = Array.from({ length: 9 }, (_, second) => round(8000 + second * 1000, { unit: { exits: 1 } }));
    expect(verdict([...lasting(4), killed, ...after.slice(0, 3)])).toEqual({ kind: 'wait' });
    expect(verdict([...lasting(4), killed, ...after])).toEqual({ kind: 'commit' });
  });
});

describe('while somebody has stopped the agent', () => {
  test('nothing is judged, however long it lasts', () => {
    expect(verdict(lasting(400, { unit: stopped, status: null }))).toEqual({ kind: 'rest' });
    expect(needsProbe(round(0, { unit: stopped, status: null }))).toBe(false);
  });

  test('what was before counts neither for nor against the version', () => {
    const before = [...lasting(19, { status: null }), round(20_000, { unit: stopped, status: null })];
    const later = (seconds: number, look: Look) =>
      lasting(seconds, look).map((each) => ({ ...each, atMs: each.atMs + 21_000 }));
    expect(verdict([...before, ...later(10, { status: null })])).toEqual({ kind: 'wait' });
    expect(verdict([...before, ...later(2, {})])).toEqual({ kind: 'wait' });
    expect(verdict([...before, ...later(300, {})])).toEqual({ kind: 'commit' });
    const good = [...lasting(5), round(6000, { unit: stopped, status: null })];
    expect(verdict([...good, round(9000)])).toEqual({ kind: 'wait' });
  });
});

describe('the new version goes', () => {
  test.each<[string, number, Look, string]>([
    [
      'crashes at its start',
      6,
      { unit: { ...crashed, exits: 3 }, status: null, probe: can },
      'it exited 3 times: exit code 1',
    ],
    [
      'crashes at its start, and runs at every look',
      6,
      { unit: { exits: 3 }, status: null, probe: can },
      'it exited 3 times',
    ],
    [
      'ends and is not started again',
      3,
      { unit: { ...crashed, isRestarted: false, lastExit: 'exit code 2' }, status: null, probe: can },
      'it exited: exit code 2',
    ],
    ['hangs', 21, { status: null }, 'it does not respond'],
    ['is another one', 11, { status: { version: '1.0.0' } }, 'version 1.0.0 is running instead of 2.0.0'],
    ['does not turn its loops', 46, { status: { syncedAt: null } }, 'it sent no heartbeat'],
    [
      'alone cannot reach the engine',
      21,
      { status: { engine: 'no such API' }, probe: can },
      'it cannot reach the engine: no such API; version 1.0.0 succeeded at the same time',
    ],
    [
      'alone is refused by the control plane',
      46,
      { status: { sync: 'invalid_input' }, probe: can },
      'its heartbeat fails: invalid_input; version 1.0.0 succeeded at the same time',
    ],
  ])('where it %s, within %i s', (_case, seconds, look, reason) => {
    expect(verdict(lasting(seconds, look))).toEqual({ kind: 'back', reason });
  });

  test('where it dies again and again between good rounds', () => {
    const lives = (exits: number) =>
      [0, 1, 2, 3].map((second) => round(exits * 6000 + second * 1000, { unit: { exits } }));
    expect(verdict([...lives(0), ...lives(1), ...lives(2)])).toEqual({ kind: 'wait' });
    expect(verdict([...lives(0), ...lives(1), ...lives(2), round(17_000, { unit: { ...crashed, exits: 3 } })])).toEqual(
      {
        kind: 'back',
        reason: 'it exited 3 times: exit code 1',
      },
    );
  });

  test('where it could not be judged in five minutes', () => {
    const probe = { ...can, settings: 'agent.toml is wrong' };
    const look = { unit: { ...crashed, isRestarted: false }, status: null, probe };
    expect(verdict(lasting(299, look))).toEqual({ kind: 'wait' });
    expect(verdict(lasting(300, look))).toEqual({
      kind: 'back',
      reason: 'the check did not finish within 5 minutes: agent.toml is wrong',
    });
  });
});

test('a fault that passes is none: only how long it lasts without a break counts', () => {
  const silent = (from: number, to: number) => lasting(to, { status: null }).slice(from);
  expect(verdict([...silent(0, 18), round(19_000), ...silent(20, 38)])).toEqual({ kind: 'wait' });
});

test('the former version is asked only where the new one cannot do something', () => {
  expect(needsProbe(round(0))).toBe(false);
  expect(needsProbe(round(0, { status: null }))).toBe(false);
  expect(needsProbe(round(0, { status: { sync: 'refused' } }))).toBe(true);
  expect(needsProbe(round(0, { status: { engine: 'down' } }))).toBe(true);
  expect(needsProbe(round(0, { unit: crashed, status: null }))).toBe(true);
});

const running = (restarts: number) =>
  `ActiveState=active\nSubState=running\nMainPID=812\nNRestarts=${restarts}\nExecMainStatus=0\n`;
const ended = (restarts: number) =>
  `ActiveState=activating\nSubState=auto-restart\nMainPID=0\nNRestarts=${restarts}\nExecMainCode=1\nExecMainStatus=3\n`;

/** Gathers a round for each observed state of the agent's unit. */
async function gathered(...states: string[]) {
  const left = [...states];
  const gather = roundGatherer({
    unit: { state: async () => unitState(left.shift() ?? '') },
    agent: { status: async () => null },
    probe: async () => ({ version: '1.0.0', settings: null, store: null, engine: null, controlPlane: null }),
    clock: new VirtualClock(0),
  });
  const all = [];
  while (left.length > 0) all.push((await gather()).unit);
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
