import { expect, test } from 'vitest';
import type { NodeHealth } from '../../../src/agent/monitor/daemon-view.ts';
import { type Phase, type PhaseInput, phaseDuring, phaseEvents, phaseOf } from '../../../src/agent/node/phase.ts';
import { workload } from '../../fixtures/node.ts';

const exited = { code: 1, outOfMemory: false, lastWords: null, times: 1, hadRoom: null };
const health: NodeHealth = { state: 'running', height: 7 };
const syncing: NodeHealth = { state: 'syncing', height: 1, headers: 9, progress: 0.1 };
const silent = (message: string): NodeHealth => ({ state: 'starting', message });
const status: PhaseInput['record']['status'] = { phase: 'pending', since: '2026-01-01T00:00:00Z', reason: null };
const noPeers = { code: 'no_peers', reason: 'no peers', since: '2026-01-01T00:00:00Z' } as const;
const stale = { code: 'tip_stale', reason: 'old tip' } as const;
const record = (change: Partial<PhaseInput['record']>) => ({
  record: { exit: null, failure: null, status, ...change },
});
const failure = record({ failure: { message: 'no space left', count: 1, quiet: false } });
const engineAway = record({ failure: { message: 'no engine', count: 9, quiet: true, isEngineAway: true } });
const exit = record({ exit: exited });
/** A record whose last phase began at a time. */
const since = (phase: 'running' | 'syncing', at: string) => record({ status: { ...status, phase, since: at } });
const ran = since('running', status.since);
const answeredInThisRun = '2026-01-01T00:00:09Z';
const answered = since('running', answeredInThisRun);
const plan = (blocked: string | null, ...steps: PhaseInput['plan']['steps']) => ({ plan: { steps, blocked } });
const blocked = plan('blocked');
const problems = (reported: PhaseInput['problems']['reported'], detected: PhaseInput['problems']['detected'] = []) => ({
  problems: { reported, detected },
});
const cutOff = problems([noPeers], [noPeers]);
const clockOff = { problems: { reported: [{ ...noPeers, code: 'clock_off' as const }], detected: [] } };
const none = { workload: undefined };
const down = { workload: workload({ state: 'stopped' }) };
const stop = { desiredState: 'stopped' as const };
const remove = { desiredState: 'deleted' as const };
const restarting = 'the daemon exited and the engine is restarting it';

test.each<[what: string, given: Partial<PhaseInput>, phase: Phase['phase'], reason?: string | null, isReported?: true]>(
  [
    ['a node without a workload', none, 'pending'],
    ['a workload that is not up yet', down, 'starting'],
    ['one that is being removed', { workload: workload({ state: 'removing' }) }, 'starting', 'removing the container'],
    ['a daemon that catches up', { health: syncing }, 'syncing'],
    ['one that is kept from the tip', { health, ...cutOff, ...ran }, 'syncing', 'no peers', true],
    ['one with a problem that does not keep it from the tip', { health, ...clockOff }, 'running'],
    ['one with a problem that is not told yet', { health, ...problems([], [stale]), ...ran }, 'running'],
    [
      'one that runs while the network finds no block',
      { health, ...problems([{ ...stale, since: '2026-01-01T00:00:00Z' }], [stale]), ...ran },
      'running',
    ],
    ['one that just came up with an old tip', { health, ...problems([], [stale]) }, 'syncing', 'old tip', true],
    ['one that just came up and has no peers yet', { health, ...problems([], [noPeers]) }, 'running'],
    ['one away from the tip while a step failed', { health, ...cutOff, ...failure }, 'syncing', 'no space left'],
    ['one that does not answer yet', { health: silent('Loading…') }, 'starting', 'Loading…'],
    ['one that runs although something failed', { health, ...failure }, 'running', 'no space left'],
    ['one that is up after an exit, and silent', exit, 'failing', 'the daemon exited with code 1', true],
    ['one that answered the former agent in this run', since('syncing', answeredInThisRun), 'syncing'],
    ['one that answered it only in an earlier run', since('running', '2025-12-31T00:00:00Z'), 'starting'],
    ['one that is silent now', { health: silent('no answer'), ...answered }, 'starting', 'no answer'],
    ['one that the engine restarts', { workload: workload({ state: 'restarting' }) }, 'failing', restarting, true],
    ['a node whose step failed', { ...none, ...failure }, 'failing', 'no space left'],
    ['a node that is to start after its engine was away', { ...down, ...engineAway }, 'starting'],
    ['one that runs after its engine was away', { health, ...engineAway }, 'running'],
    ['a node whose plan is blocked', { ...none, ...blocked }, 'failing', 'blocked'],
    ['a daemon that ended with an error', { ...down, ...exit }, 'failing', 'the daemon exited with code 1', true],
    ['a daemon that ended without one', { ...down, ...record({ exit: { ...exited, code: 0 } }) }, 'starting'],
    ['a node that must stop', stop, 'stopping'],
    ['a stopped node whose last exit was an error', { ...stop, ...down, ...exit }, 'stopped'],
    ['a deleted node of which nothing is left', { ...remove, ...none }, 'deleted'],
    ['a deleted node whose workload is left', remove, 'deleting'],
    ['one whose data is left', { ...remove, ...none, ...plan(null, { kind: 'any', why: 'any' }) }, 'deleting'],
    ['one whose deletion failed', { ...remove, ...failure }, 'deleting', 'no space left'],
  ],
)('%s', (_what, given, phase, reason = null, isReported) => {
  const input: PhaseInput = {
    ...{ desiredState: 'running', workload: workload(), health: null, ...plan(null), ...problems([]), ...record({}) },
    ...given,
  };
  expect(phaseOf(input)).toEqual({ phase, reason, ...(isReported && { isReported }) });
});

test.each([
  ['pull', 'running', 'pulling'],
  ['other', 'running', 'starting'],
  ['stop', 'deleted', 'stopping'],
  ['other', 'deleted', 'deleting'],
] as const)('a step of the effect %s of a node desired %s makes it %s', (effect, desiredState, phase) => {
  expect(phaseDuring(effect, 'a reason', desiredState)).toEqual({ phase, reason: 'a reason' });
});

const at = (phase: Phase['phase'], reason: string | null = null, isReported?: true): Phase => ({
  ...{ phase, reason, ...(isReported && { isReported }) },
});
const eventsOf = (before: Phase, after: Phase, quiet = false, seen: NodeHealth | null = health) =>
  phaseEvents({ nodeId: 'n', before, after, health: seen, quiet }).map(({ kind, message }) => `${kind}: ${message}`);

test.each<[string, Phase, Phase, string[]]>([
  ['a new problem is reported', at('starting'), at('failing', 'a'), ['node.failing: A']],
  ['a known problem is not', at('failing', 'a'), at('failing', 'a'), []],
  ['another problem is', at('failing', 'a'), at('failing', 'b'), ['node.failing: B']],
  ['the reason of a step is no problem', at('pending'), at('pulling', 'x'), []],
  ['a daemon that answers again is', at('starting'), at('running'), ['node.answering: The daemon is up at height 7.']],
  ['what keeps a daemon from the tip is no failure', at('running'), at('syncing', 'no peers', true), []],
  ['an exit, which has an event of its own, is not', at('running'), at('failing', 'it exited', true), []],
  ['a problem of a running daemon is', at('running'), at('running', 'a'), ['node.failing: A']],
])('%s', (_what, before, after, expected) => {
  expect(eventsOf(before, after)).toEqual(expected);
});

test('a problem of all nodes is not reported for each; without health the height is 0', () => {
  expect(eventsOf(at('starting'), at('failing', 'a'), true)).toEqual([]);
  expect(eventsOf(at('starting'), at('running'), false, null)).toEqual([
    'node.answering: The daemon is up at height 0.',
  ]);
});
