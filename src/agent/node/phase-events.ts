import { isAnswering } from '../../contract/phases.ts';
import type { NodeHealth } from '../monitor/health.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { Phase } from './phase.ts';

export interface PhaseChange {
  nodeId: string;
  before: Phase;
  after: Phase;
  health: NodeHealth | null;
  /** The last failure needs no event of its own. */
  quiet: boolean;
}

/** The events of a change of phase: a new problem, and a daemon that answers again. */
export function phaseEvents({ nodeId, before, after, health, quiet }: PhaseChange): NewEvent[] {
  const events: NewEvent[] = [];
  const problem = problemOf(after);
  if (problem !== null && problem !== problemOf(before) && !quiet)
    events.push({ kind: 'node.failing', nodeId, message: problem });
  if (isAnswering(after.phase) && !isAnswering(before.phase)) {
    const height = health === null || health.state === 'starting' ? 0 : health.height;
    events.push({
      kind: 'node.answering',
      nodeId,
      message: `The daemon answers at height ${height}.`,
    });
  }
  return events;
}

/** In other phases the reason explains what the agent does, and is no problem. One cause has one event. */
const problemOf = (phase: Phase): string | null =>
  (phase.phase === 'failing' || isAnswering(phase.phase)) && !phase.isReported ? phase.reason : null;
