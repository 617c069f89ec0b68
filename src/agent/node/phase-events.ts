import type { NodeHealth } from '../monitor/health.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { Phase } from './phase.ts';

/** The events that tell of a change of phase: a new problem, and a daemon that answers again. Pure. */
export function phaseEvents(
  nodeId: string,
  before: Phase,
  now: Phase,
  health: NodeHealth | null,
  /** The last failure needs no event of its own. */
  quiet: boolean,
): { event: NewEvent }[] {
  const problem = (of: Phase): string | null =>
    of.phase === 'failing' || of.phase === 'running' || of.phase === 'syncing' ? of.reason : null;
  const trouble = problem(now);
  const isNew = trouble !== null && trouble !== problem(before) && !quiet;
  const failing = { level: 'error' as const, kind: 'node.failing', nodeId, message: trouble ?? '' };
  const follows = (of: Phase): boolean => of.phase === 'running' || of.phase === 'syncing';
  const height = health === null || health.state === 'starting' ? 0 : health.height;
  const answering = {
    level: 'info' as const,
    kind: 'node.answering',
    nodeId,
    message: `The daemon answers at height ${height}.`,
  };
  return [...(isNew ? [{ event: failing }] : []), ...(follows(now) && !follows(before) ? [{ event: answering }] : [])];
}
