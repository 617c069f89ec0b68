import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord, Suspension } from '../runtime/node-record.ts';
import type { Observation } from '../runtime/runtime.ts';
import { isUp, runOf, type Workload } from '../runtime/workload.ts';
import { trackMove } from './move-tracker.ts';
import { adoptReindex } from './reindex-tracker.ts';

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

type DataRecord = Pick<NodeRecord, 'volumeMade' | 'volumeLostAt'>;

/** Notices chain data that was here and is gone, and chain data that came back. */
export function trackData(record: DataRecord, data: Observation['data'], restartCounter: number): DataRecord {
  if (data === 'present') return { volumeMade: true, volumeLostAt: null };
  if (data === 'absent' && record.volumeMade && record.volumeLostAt === null) {
    return { volumeMade: true, volumeLostAt: restartCounter };
  }
  return { volumeMade: record.volumeMade, volumeLostAt: record.volumeLostAt };
}

export function trackRestart(
  restart: NodeRecord['restart'],
  desired: Pick<DesiredNode, 'desiredState' | 'restartCounter'>,
  workload: Workload | undefined,
): NodeRecord['restart'] {
  const run = workload !== undefined && isUp(workload) ? runOf(workload) : null;
  const { settled, pending } = restart;
  // A restart requested before this agent knew the node is not requested now.
  if (settled === null) return { settled: desired.restartCounter, pending: null };
  if (desired.desiredState !== 'running') return { settled: Math.max(settled, desired.restartCounter), pending: null };
  if (pending !== null && run !== null && run !== pending.was)
    return trackRestart({ settled: pending.counter, pending: null }, desired, workload);
  if (desired.restartCounter <= settled) return { settled, pending };
  return { settled, pending: { counter: desired.restartCounter, was: pending === null ? run : pending.was } };
}

/** A node's suspension as it is now, and the event that reports a change of it. */
export interface TrackedSuspension {
  suspension: Suspension | null;
  event: NewEvent | null;
}

/** Tracks a suspension. `found` is undefined while nobody has decided. A node that is meant to be down is not suspended. */
export function trackSuspension(
  nodeId: string,
  recorded: Suspension | null,
  found: Suspension | null | undefined,
  desiredState: string,
): TrackedSuspension {
  if (desiredState !== 'running') return { suspension: null, event: null };
  if (found === undefined || found?.since === recorded?.since) return { suspension: recorded, event: null };
  const event = { nodeId, data: { code: (found ?? recorded)?.code } };
  return found === null
    ? {
        suspension: null,
        event: {
          ...event,
          kind: 'node.resumed',
          message: 'Its disk has room again: the daemon starts.',
        },
      }
    : {
        suspension: found,
        event: {
          ...event,
          kind: 'node.suspended',
          message: `The daemon is stopped: ${found.reason}.`,
        },
      };
}
