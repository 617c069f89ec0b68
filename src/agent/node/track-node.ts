import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord, Suspension } from '../runtime/node-record.ts';
import type { Observation } from '../runtime/runtime.ts';
import { trackData } from './data-tracker.ts';
import { trackOperations } from './operations/operations.ts';
import { trackRestart } from './restart-tracker.ts';
import { trackSuspension } from './suspension-tracker.ts';

/**
 * Brings a node's record up to what is desired and observed: restarts, chain data, operations, and whether it must not run for now. `found` is
 * undefined while nobody has decided that. Returns the change, with the events that report it. Pure.
 */
export function trackNode(
  desired: DesiredNode,
  record: Readonly<NodeRecord>,
  { workload, data }: Pick<Observation, 'workload' | 'data'>,
  found: Suspension | null | undefined,
): { change: Partial<NodeRecord>; events: { event: NewEvent }[] } {
  const { suspension, event } = trackSuspension(desired.id, record.suspension, found, desired.desiredState);
  const operations = trackOperations(desired, { ...record, suspension }, { workload, data });
  const change = {
    restart: trackRestart(record.restart, desired, workload),
    ...trackData(record, data, desired.restartCounter),
    suspension,
    ...operations.change,
  };
  return {
    change,
    events: [...(event === null ? [] : [event]), ...operations.events].map((each) => ({ event: each })),
  };
}
