import { expect, test } from 'vitest';
import { trackData, trackRestart, trackSuspension } from '../../../src/agent/node/track-node.ts';
import type { NodeRecord, Suspension } from '../../../src/agent/runtime/node-record.ts';
import type { Workload } from '../../../src/agent/runtime/workload.ts';
import { desired, workload } from '../../fixtures/node.ts';

const firstRun = 'c1@2026-01-01T00:00:00Z';
const secondRun = 'c1@2026-01-01T00:00:05Z';
const up = workload();
const restarted = workload({ startedAt: '2026-01-01T00:00:05Z' });
const down = workload({ state: 'stopped' });
const settled = (count: number | null): NodeRecord['restart'] => ({ settled: count, pending: null });
const pending = (counter: number, was: string | null = firstRun, count = 5): NodeRecord['restart'] => ({
  ...{ settled: count, pending: { counter, was } },
});

test.each<[string, NodeRecord['restart'], number, Workload, NodeRecord['restart']]>([
  ['takes the counter of a new node as settled', settled(null), 5, up, settled(5)],
  ['notes which run must end', settled(5), 6, up, pending(6)],
  ['notes that no run is up', settled(5), 6, down, pending(6, null)],
  ['keeps waiting while that run is up', pending(6), 6, up, pending(6)],
  ['keeps waiting while no run is up', pending(6), 6, down, pending(6)],
  ['is settled by another run', pending(6), 6, restarted, settled(6)],
  ['restarts once more for a request that came since', pending(6), 7, restarted, pending(7, secondRun, 6)],
  ['joins requests that come before the restart', pending(6), 9, up, pending(9)],
  ['ignores a counter of a restored control plane that is behind', settled(5), 2, up, settled(5)],
])('a restart %s', (_behaviour, restart, restartCounter, present, expected) => {
  expect(trackRestart(restart, desired({ restartCounter }), present)).toEqual(expected);
});

test.each(['stopped', 'deleted'] as const)('settles every request of a node that is desired %s', (desiredState) => {
  expect(trackRestart(pending(6), desired({ desiredState, restartCounter: 7 }), up)).toEqual(settled(7));
});

test.each<[string, boolean, number | null, 'present' | 'absent' | 'foreign', boolean, number | null]>([
  ['data that is here', false, null, 'present', true, null],
  ['nothing of a node that has none yet', false, null, 'absent', false, null],
  ['invariant 2: at which restart counter data was lost', true, null, 'absent', true, 4],
  ['invariant 2: still the counter at which data was lost', true, 2, 'absent', true, 2],
  ['data that came back', true, 2, 'present', true, null],
  ['foreign data as neither', true, null, 'foreign', true, null],
])('notes %s', (_what, volumeMade, volumeLostAt, data, isMade, lostAt) => {
  expect(trackData({ volumeMade, volumeLostAt }, data, 4)).toEqual({ volumeMade: isMade, volumeLostAt: lostAt });
});

const suspension: Suspension = { code: 'disk_full_stopped', reason: 'why', since: '2026-01-01T00:00:00Z' };
const again: Suspension = { ...suspension, since: '2026-01-02T00:00:00Z' };

test.each<[string, Suspension | null, Suspension | null | undefined, string, Suspension | null, string | null]>([
  ['nothing new of a node that may run', null, null, 'running', null, null],
  ['that it is suspended', null, suspension, 'running', suspension, 'node.suspended'],
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
