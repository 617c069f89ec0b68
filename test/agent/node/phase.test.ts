import { describe, expect, test } from 'vitest';
import type { NodeHealth } from '../../../src/agent/monitor/daemon-view.ts';
import { type Phase, type PhaseInput, phaseDuring, phaseEvents, phaseOf } from '../../../src/agent/node/phase.ts';
import { workload } from '../../fixtures/node.ts';

const exit = { code: 1, outOfMemory: false, lastWords: null, times: 1, hadRoom: null };
const failure = { message: 'no space left', count: 1, quiet: false };
const health: NodeHealth = { state: 'running', height: 7 };
const status: PhaseInput['record']['status'] = { phase: 'pending', since: '2026-01-01T00:00:00Z', reason: null };
const quiet = { exit: null, failure: null };
const step = { kind: 'any', why: 'any' };
const noPeers = { code: 'no_peers', reason: 'no peers', since: '2026-01-01T00:00:00Z' } as const;
const stale = { code: 'tip_stale', reason: 'old tip' } as const;
const ran = { ...quiet, status: { ...status, phase: 'running' } } as const;

const input = (changes: Partial<PhaseInput> = {}): PhaseInput => ({
  desiredState: 'running',
  plan: { steps: [], blocked: null },
  workload: workload(),
  health: null,
  problems: { reported: [], detected: [] },
  record: { exit: null, failure: null, status },
  ...changes,
});

describe('phaseOf', () => {
  const stopped = workload({ state: 'stopped' });
  test.each<[string, Phase, PhaseInput]>([
    ['a node without a workload', { phase: 'pending', reason: null }, input({ workload: undefined })],
    ['a workload that is not up yet', { phase: 'starting', reason: null }, input({ workload: stopped })],
    [
      'a workload that is being removed',
      { phase: 'starting', reason: 'removing the container' },
      input({ workload: workload({ state: 'removing', exitCode: 137 }) }),
    ],
    ['a daemon that runs', { phase: 'running', reason: null }, input({ health })],
    [
      'a daemon that catches up',
      { phase: 'syncing', reason: null },
      input({ health: { state: 'syncing', height: 1, headers: 9, progress: 0.1 } }),
    ],
    [
      'a daemon with a problem that keeps it from the tip',
      { phase: 'syncing', reason: 'no peers', isReported: true },
      input({ health, problems: { reported: [noPeers], detected: [noPeers] }, record: ran }),
    ],
    [
      'a daemon with a problem that does not keep it from the tip',
      { phase: 'running', reason: null },
      input({ health, problems: { reported: [{ ...noPeers, code: 'clock_off' }], detected: [] } }),
    ],
    [
      'a daemon that runs, and of whose chain something is seen that is not told yet',
      { phase: 'running', reason: null },
      input({ health, problems: { reported: [], detected: [stale] }, record: ran }),
    ],
    [
      'a daemon that has just come up, and whose tip is old',
      { phase: 'syncing', reason: 'old tip', isReported: true },
      input({ health, problems: { reported: [], detected: [stale] } }),
    ],
    [
      'a daemon that has just come up, and has no peers yet',
      { phase: 'running', reason: null },
      input({ health, problems: { reported: [], detected: [noPeers] } }),
    ],
    [
      'a daemon that catches up and has no peers',
      { phase: 'syncing', reason: 'no peers', isReported: true },
      input({
        health: { state: 'syncing', height: 1, headers: 9, progress: 0.1 },
        problems: { reported: [noPeers], detected: [noPeers] },
      }),
    ],
    [
      'a daemon that is away from the tip while a step failed',
      { phase: 'syncing', reason: 'no space left' },
      input({ health, problems: { reported: [noPeers], detected: [] }, record: { exit: null, failure, status } }),
    ],
    [
      'a daemon that does not answer yet',
      { phase: 'starting', reason: 'Loading block index…' },
      input({ health: { state: 'starting', message: 'Loading block index…' } }),
    ],
    [
      'a daemon that runs although something failed',
      { phase: 'running', reason: 'no space left' },
      input({ health, record: { exit: null, failure, status } }),
    ],
    [
      'a daemon that runs although its plan is blocked',
      { phase: 'running', reason: 'blocked' },
      input({ health, plan: { steps: [], blocked: 'blocked' } }),
    ],
    [
      'a daemon that is up after an exit and does not answer yet',
      { phase: 'failing', reason: 'the daemon exited with code 1', isReported: true },
      input({ record: { exit, failure: null, status } }),
    ],
    [
      'a daemon of which a new agent has heard nothing yet, and which answered the former one in this run',
      { phase: 'syncing', reason: null },
      input({ record: { ...quiet, status: { ...status, phase: 'syncing', since: '2026-01-01T00:00:09Z' } } }),
    ],
    [
      'a daemon of which a new agent has heard nothing yet, and which answered the former one only in an earlier run',
      { phase: 'starting', reason: null },
      input({ record: { ...quiet, status: { ...status, phase: 'running', since: '2025-12-31T00:00:00Z' } } }),
    ],
    [
      'a daemon that does not answer a new agent, and answered the former one in this run',
      { phase: 'starting', reason: 'the daemon does not answer yet' },
      input({
        health: { state: 'starting', message: 'the daemon does not answer yet' },
        record: { ...quiet, status: { ...status, phase: 'running', since: '2026-01-01T00:00:09Z' } },
      }),
    ],
    [
      'a daemon that the engine restarts',
      { phase: 'failing', reason: 'the daemon exited and the engine is restarting it', isReported: true },
      input({ workload: workload({ state: 'restarting' }) }),
    ],
    [
      'a daemon that is up while its plan is blocked, and does not answer yet',
      { phase: 'failing', reason: 'blocked' },
      input({ plan: { steps: [], blocked: 'blocked' } }),
    ],
    [
      'a node whose step failed',
      { phase: 'failing', reason: 'no space left' },
      input({ workload: undefined, record: { exit: null, failure, status } }),
    ],
    [
      'a node whose plan is blocked',
      { phase: 'failing', reason: 'blocked' },
      input({ workload: undefined, plan: { steps: [], blocked: 'blocked' } }),
    ],
    [
      'a daemon that ended with an error',
      { phase: 'failing', reason: 'the daemon exited with code 1', isReported: true },
      input({ workload: stopped, record: { exit, failure: null, status } }),
    ],
    [
      'a daemon that ended without an error',
      { phase: 'starting', reason: null },
      input({ workload: stopped, record: { exit: { ...exit, code: 0 }, failure: null, status } }),
    ],
    [
      'a node that is stopped',
      { phase: 'stopped', reason: null },
      input({ desiredState: 'stopped', workload: stopped }),
    ],
    ['a node that must stop', { phase: 'stopping', reason: null }, input({ desiredState: 'stopped' })],
    [
      'a stopped node whose last exit was an error',
      { phase: 'stopped', reason: null },
      input({ desiredState: 'stopped', workload: stopped, record: { exit, failure: null, status } }),
    ],
    [
      'a deleted node of which nothing is left',
      { phase: 'deleted', reason: null },
      input({ desiredState: 'deleted', workload: undefined }),
    ],
    ['a deleted node whose workload is left', { phase: 'deleting', reason: null }, input({ desiredState: 'deleted' })],
    [
      'a deleted node whose data is left',
      { phase: 'deleting', reason: null },
      input({ desiredState: 'deleted', workload: undefined, plan: { steps: [step], blocked: null } }),
    ],
    [
      'a deleted node whose deletion is blocked',
      { phase: 'deleting', reason: 'blocked' },
      input({ desiredState: 'deleted', plan: { steps: [], blocked: 'blocked' } }),
    ],
    [
      'a deleted node whose deletion failed',
      { phase: 'deleting', reason: 'no space left' },
      input({ desiredState: 'deleted', record: { exit: null, failure, status } }),
    ],
  ])('%s', (_what, expected, given) => {
    expect(phaseOf(given)).toEqual(expected);
  });
});

describe('phaseDuring', () => {
  test.each([
    ['pull', 'running', 'pulling'],
    ['start', 'running', 'starting'],
    ['other', 'running', 'starting'],
    ['stop', 'running', 'stopping'],
    ['stop', 'stopped', 'stopping'],
    ['stop', 'deleted', 'stopping'],
    ['other', 'deleted', 'deleting'],
  ] as const)('a step of the effect %s of a node desired %s makes it %s', (effect, desiredState, phase) => {
    expect(phaseDuring(effect, 'a reason', desiredState)).toEqual({ phase, reason: 'a reason' });
  });
});

describe('phaseEvents', () => {
  const eventsOf = (before: Phase, after: Phase, quiet = false) =>
    phaseEvents({ nodeId: 'n', before, after, health, quiet }).map(({ kind, message }) => `${kind}: ${message}`);
  test.each<[string, Phase, Phase, string[]]>([
    [
      'a new problem is reported',
      { phase: 'starting', reason: null },
      { phase: 'failing', reason: 'a' },
      ['node.failing: a'],
    ],
    ['a known problem is not', { phase: 'failing', reason: 'a' }, { phase: 'failing', reason: 'a' }, []],
    ['another problem is', { phase: 'failing', reason: 'a' }, { phase: 'failing', reason: 'b' }, ['node.failing: b']],
    ['the reason of a step is no problem', { phase: 'pending', reason: null }, { phase: 'pulling', reason: 'x' }, []],
    [
      'a daemon that answers again is reported',
      { phase: 'starting', reason: null },
      { phase: 'running', reason: null },
      ['node.answering: The daemon is up at height 7.'],
    ],
    ['a daemon that has caught up is not', { phase: 'syncing', reason: null }, { phase: 'running', reason: null }, []],
    [
      'what keeps a daemon from the tip is told as a problem, not as a failure',
      { phase: 'running', reason: null },
      { phase: 'syncing', reason: 'no peers', isReported: true },
      [],
    ],
    [
      'an exit, which has an event of its own, is not reported a second time',
      { phase: 'running', reason: null },
      { phase: 'failing', reason: 'the daemon exited with code 137', isReported: true },
      [],
    ],
    [
      'a problem of a running daemon is reported',
      { phase: 'running', reason: null },
      { phase: 'running', reason: 'a' },
      ['node.failing: a'],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(eventsOf(before, after)).toEqual(expected);
  });

  test('a problem that concerns all nodes is not reported for each', () => {
    expect(eventsOf({ phase: 'starting', reason: null }, { phase: 'failing', reason: 'a' }, true)).toEqual([]);
  });

  test('the height of a daemon without health is 0', () => {
    const before: Phase = { phase: 'starting', reason: null };
    const after: Phase = { phase: 'running', reason: null };
    const [event] = phaseEvents({ nodeId: 'n', before, after, health: null, quiet: false });
    expect(event).toEqual({
      kind: 'node.answering',
      nodeId: 'n',
      message: 'The daemon is up at height 0.',
    });
  });
});
