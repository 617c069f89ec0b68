import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord, Suspension } from '../runtime/node-record.ts';
import type { Observation } from '../runtime/runtime.ts';
import { trackData } from './data-tracker.ts';
import { trackMove } from './move-tracker.ts';
import { adoptReindex } from './reindex-tracker.ts';
import { trackRestart } from './restart-tracker.ts';
import { trackSuspension } from './suspension-tracker.ts';

/** Brings a node's record up to what is desired and observed. `found` is undefined while nobody has decided on a suspension. */
export function trackNode(
  desired: DesiredNode,
  record: Readonly<NodeRecord>,
  { workload, data }: Pick<Observation, 'workload' | 'data'>,
  found: Suspension | null | undefined,
): { change: Partial<NodeRecord>; events: { event: NewEvent }[] } {
  const { suspension, event } = trackSuspension(desired.id, record.suspension, found, desired.desiredState);
  const move = trackMove(desired, record, { workload, data });
  const change = {
    ...adoptReindex(desired, record),
    restart: trackRestart(record.restart, desired, workload),
    ...trackData(record, data, desired.restartCounter),
    suspension,
    ...move.change,
  };
  return { change, events: [event, move.event].flatMap((each) => (each === null ? [] : [{ event: each }])) };
}
