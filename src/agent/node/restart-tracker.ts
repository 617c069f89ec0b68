import type { DesiredNode } from '../desired/desired-entry.ts';
import { isUp, type ObservedContainer } from '../docker/engine/observed-container.ts';
import { type ObservedNode, runOf } from '../docker/observe.ts';
import type { NodeMemory } from './node-record.ts';

/** Whether the container's process ended in a way that has not been accounted for. Whoever removes a container kills its daemon first: that is none. */
export const hasUnaccountedExit = (memory: NodeMemory, container: ObservedContainer | undefined): boolean =>
  container !== undefined &&
  container.state !== 'removing' &&
  container.finishedAt !== null &&
  container.finishedAt !== memory.lastExit;

/** Brings the memory of restarts up to what is desired and seen. Pure. */
export function accountRestart(
  memory: NodeMemory['restart'],
  desired: DesiredNode,
  container: ObservedContainer | undefined,
): NodeMemory['restart'] {
  const up = container !== undefined && isUp(container) ? runOf(container) : null;
  const { settled, pending } = memory;
  // What was asked for before this agent knew the node is not asked for now.
  if (settled === null) return { settled: desired.restartCounter, pending: null };
  if (desired.desiredState !== 'running') return { settled: Math.max(settled, desired.restartCounter), pending: null };
  if (pending !== null && up !== null && up !== pending.was)
    return accountRestart({ settled: pending.counter, pending: null }, desired, container);
  if (desired.restartCounter <= settled) return { settled, pending };
  return { settled, pending: { counter: desired.restartCounter, was: pending === null ? up : pending.was } };
}

/** Notices a volume that was there and is gone, and one that came back. Pure. */
export function accountVolume(
  memory: Pick<NodeMemory, 'volumeMade' | 'volumeLostAt'>,
  observed: ObservedNode,
  restartCounter: number,
): Pick<NodeMemory, 'volumeMade' | 'volumeLostAt'> {
  if (observed.volume === 'present') return { volumeMade: true, volumeLostAt: null };
  if (observed.volume === 'absent' && memory.volumeMade && memory.volumeLostAt === null) {
    return { volumeMade: true, volumeLostAt: restartCounter };
  }
  return { volumeMade: memory.volumeMade, volumeLostAt: memory.volumeLostAt };
}
