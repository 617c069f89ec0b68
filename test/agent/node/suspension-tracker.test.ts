import { expect, test } from 'vitest';
import { trackSuspension } from '../../../src/agent/node/suspension-tracker.ts';
import type { Suspension } from '../../../src/agent/runtime/node-record.ts';

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
