import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord, Suspension } from '../runtime/node-record.ts';
import type { Observation } from '../runtime/runtime.ts';
import { isUp, runOf, type Workload } from '../runtime/workload.ts';
import { trackOperations } from './operations/operations.ts';

/** Updates a node's record from desired and observed state. `found` is undefined before a decision on a suspension. */
export function trackNode(
  desired: DesiredNode,
  record: Readonly<NodeRecord>,
  { workload, data, dataPath }: Pick<Observation, 'workload' | 'data' | 'dataPath'>,
  found: Suspension | null | undefined,
): { change: Partial<NodeRecord>; events: { event: NewEvent }[] } {
  const { suspension, event } = trackSuspension(desired.id, record.suspension, found, desired.desiredState);
  const operations = trackOperations(desired, { ...record, suspension }, { workload, data });
  const change = {
    restart: trackRestart(record.restart, desired, workload),
    ...trackData(record, data, desired.restartCounter),
    ...(dataPath == null ? {} : { dataPath }),
    suspension,
    ...operations.change,
  };
  return {
    change,
    events: [...(event === null ? [] : [event]), ...operations.events].map((each) => ({ event: each })),
  };
}

export function trackRestart(
  restart: NodeRecord['restart'],
  desired: Pick<DesiredNode, 'desiredState' | 'restartCounter'>,
  workload: Workload | undefined,
): NodeRecord['restart'] {
  const run = workload !== undefined && isUp(workload) ? runOf(workload) : null;
  const { settled, pending } = restart;
  // A restart requested before this agent knew the node does not count.
  if (settled === null) return { settled: desired.restartCounter, pending: null };
  if (desired.desiredState !== 'running') return { settled: Math.max(settled, desired.restartCounter), pending: null };
  if (pending !== null && run !== null && run !== pending.was)
    return trackRestart({ settled: pending.counter, pending: null }, desired, workload);
  if (desired.restartCounter <= settled) return { settled, pending };
  return { settled, pending: { counter: desired.restartCounter, was: pending === null ? run : pending.was } };
}

/** Detects chain data that was lost or came back. */
export function trackData(
  record: Pick<NodeRecord, 'volumeMade' | 'volumeLostAt'>,
  data: Observation['data'],
  restartCounter: number,
): Pick<NodeRecord, 'volumeMade' | 'volumeLostAt'> {
  if (data === 'present') return { volumeMade: true, volumeLostAt: null };
  if (data === 'absent' && record.volumeMade && record.volumeLostAt === null) {
    return { volumeMade: true, volumeLostAt: restartCounter };
  }
  return { volumeMade: record.volumeMade, volumeLostAt: record.volumeLostAt };
}

/** `found` is undefined before a decision. A stopped node is not suspended, and nothing is reported. */
export function trackSuspension(
  nodeId: string,
  recorded: Suspension | null,
  found: Suspension | null | undefined,
  desiredState: string,
): { suspension: Suspension | null; event: NewEvent | null } {
  if (desiredState !== 'running') return { suspension: null, event: null };
  if (found === undefined || found?.since === recorded?.since) return { suspension: recorded, event: null };
  const [kind, message] =
    found === null
      ? (['node.resumed', 'Disk space is available again. Starting the daemon.'] as const)
      : (['node.suspended', `Stopping the daemon: ${found.reason}.`] as const);
  return { suspension: found, event: { kind, nodeId, message, data: { code: (found ?? recorded)?.code } } };
}
