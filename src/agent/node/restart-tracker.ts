import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { isUp, runOf, type Workload } from '../runtime/workload.ts';

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
