import { describe, expect, test } from 'vitest';
import { trackData, trackRestart, trackSuspension } from '../../../src/agent/node/track-node.ts';
import type { Suspension } from '../../../src/agent/runtime/node-record.ts';
import { desired, workload } from '../../fixtures/node.ts';

const firstRun = 'c1@2026-01-01T00:00:00Z';
const up = workload();
const restarted = workload({ startedAt: '2026-01-01T00:00:05Z' });
const down = workload({ state: 'stopped' });

describe('trackRestart', () => {
  test.each([
    [
      'takes the counter of a new node as settled',
      { settled: null, pending: null },
      5,
      up,
      { settled: 5, pending: null },
    ],
    [
      'has nothing pending while the counter is settled',
      { settled: 5, pending: null },
      5,
      up,
      { settled: 5, pending: null },
    ],
    [
      'notes which run must end',
      { settled: 5, pending: null },
      6,
      up,
      { settled: 5, pending: { counter: 6, was: firstRun } },
    ],
    [
      'notes that no run is up',
      { settled: 5, pending: null },
      6,
      down,
      { settled: 5, pending: { counter: 6, was: null } },
    ],
    [
      'keeps waiting while that run is up',
      { settled: 5, pending: { counter: 6, was: firstRun } },
      6,
      up,
      { settled: 5, pending: { counter: 6, was: firstRun } },
    ],
    [
      'keeps waiting while no run is up',
      { settled: 5, pending: { counter: 6, was: firstRun } },
      6,
      down,
      { settled: 5, pending: { counter: 6, was: firstRun } },
    ],
    [
      'is settled by another run',
      { settled: 5, pending: { counter: 6, was: firstRun } },
      6,
      restarted,
      { settled: 6, pending: null },
    ],
    [
      'restarts once more for a request that came since',
      { settled: 5, pending: { counter: 6, was: firstRun } },
      7,
      restarted,
      { settled: 6, pending: { counter: 7, was: 'c1@2026-01-01T00:00:05Z' } },
    ],
    [
      'joins requests that come before the restart',
      { settled: 5, pending: { counter: 6, was: firstRun } },
      9,
      up,
      { settled: 5, pending: { counter: 9, was: firstRun } },
    ],
    [
      'ignores a counter of a restored control plane that is behind',
      { settled: 5, pending: null },
      2,
      up,
      { settled: 5, pending: null },
    ],
  ] as const)('%s', (_behaviour, restart, restartCounter, present, expected) => {
    expect(trackRestart(restart, desired({ restartCounter }), present)).toEqual(expected);
  });

  test.each(['stopped', 'deleted'] as const)('settles every request of a node that is desired %s', (desiredState) => {
    const pending = { settled: 5, pending: { counter: 6, was: firstRun } };
    expect(trackRestart(pending, desired({ desiredState, restartCounter: 7 }), up)).toEqual({
      settled: 7,
      pending: null,
    });
  });
});

describe('trackData', () => {
  test.each([
    [
      'notes data that is here',
      { volumeMade: false, volumeLostAt: null },
      'present',
      { volumeMade: true, volumeLostAt: null },
    ],
    [
      'notes nothing of a node that has none yet',
      { volumeMade: false, volumeLostAt: null },
      'absent',
      { volumeMade: false, volumeLostAt: null },
    ],
    [
      'invariant 2: notes at which restart counter data was lost',
      { volumeMade: true, volumeLostAt: null },
      'absent',
      { volumeMade: true, volumeLostAt: 4 },
    ],
    [
      'invariant 2: keeps the counter at which data was lost',
      { volumeMade: true, volumeLostAt: 2 },
      'absent',
      { volumeMade: true, volumeLostAt: 2 },
    ],
    [
      'notes data that came back',
      { volumeMade: true, volumeLostAt: 2 },
      'present',
      { volumeMade: true, volumeLostAt: null },
    ],
    [
      'takes foreign data for neither',
      { volumeMade: true, volumeLostAt: null },
      'foreign',
      { volumeMade: true, volumeLostAt: null },
    ],
  ] as const)('%s', (_behaviour, record, data, expected) => {
    expect(trackData(record, data, 4)).toEqual(expected);
  });
});

const suspension: Suspension = { code: 'disk_full_stopped', reason: 'why', since: '2026-01-01T00:00:00Z' };
const again: Suspension = { ...suspension, since: '2026-01-02T00:00:00Z' };

test.each<[string, Suspension | null, Suspension | null | undefined, string, Suspension | null, string | null]>([
  ['nothing new of a node that may run', null, null, 'running', null, null],
  ['that it is suspended', null, suspension, 'running', suspension, 'node.suspended'],
  ['nothing while it stays suspended', suspension, suspension, 'running', suspension, null],
  ['that it is suspended once more', suspension, again, 'running', again, 'node.suspended'],
  ['that it may run again', suspension, null, 'running', null, 'node.resumed'],
  ['nothing before anyone judged, as after a restart of the agent', suspension, undefined, 'running', suspension, null],
  ['nothing of a node that is asked to be down', suspension, suspension, 'stopped', null, null],
  ['nothing of a node that is deleted', suspension, suspension, 'deleted', null, null],
])('reports %s', (_what, recorded, found, desiredState, expected, kind) => {
  const tracked = trackSuspension('n1', recorded, found, desiredState);
  expect(tracked.suspension).toEqual(expected);
  expect(tracked.event?.kind ?? null).toBe(kind);
  if (tracked.event !== null) expect(tracked.event.data).toEqual({ code: 'disk_full_stopped' });
});
