import type { DesiredState, NodeStatus } from '../../contract/types.generated.ts';
import type { Drain, ExecutorRow } from '../tables/executors.ts';
import type { NodeRow } from '../tables/nodes.ts';

/**
 * What an executor is told that a node must be. A drain stops what shall run; what people ask of the node stays as it is, and counts again
 * when the drain ends.
 */
export const deliveredState = (desiredState: DesiredState, drain: Drain | null): DesiredState =>
  drain !== null && desiredState === 'running' ? 'stopped' : desiredState;

type StatusColumns = Pick<NodeRow, 'observed' | 'observedAt' | 'createdAt'> & {
  executor: Pick<ExecutorRow, 'name' | 'online' | 'lastSeenAt' | 'uninstalledAt'>;
};

/** What keeps a node from the tip of its chain although its daemon does not know it. */
export interface KeptFromTip {
  reason: string;
  since: Date;
}

/** Whether the phase of a node may be another one because of its siblings. */
export const mayBeBehind = ({ observed, executor }: Pick<StatusColumns, 'observed' | 'executor'>): boolean =>
  executor.online && observed?.phase === 'running';

/**
 * Returns the status of a node. What an offline executor last reported may no longer be true, so the phase is then unknown; one that is behind
 * its siblings does not run, but catches up.
 */
export function statusOf(
  { observed, observedAt, createdAt, executor }: StatusColumns,
  kept: KeptFromTip | null = null,
): NodeStatus {
  if (observed === null) return { phase: 'pending', since: createdAt.toISOString(), reason: null };
  const reportedAt = observedAt?.toISOString() ?? null;
  // By the host's clock, which may be ahead.
  const since = reportedAt !== null && observed.since > reportedAt ? reportedAt : observed.since;
  const { endpoint } = observed;
  const reached = endpoint ? { endpoint: { ...endpoint, zmq: endpoint.zmq ?? [] } } : { endpoint: null };
  const reported = { ...observed, ...reached, since, reportedAt };
  if (kept !== null && mayBeBehind({ observed, executor })) {
    return { ...reported, phase: 'syncing', since: kept.since.toISOString(), reason: kept.reason };
  }
  if (executor.online) return reported;
  return {
    ...reported,
    phase: 'unknown',
    since: executor.lastSeenAt.toISOString(),
    reason: `${executor.uninstalledAt === null ? `${executor.name} is offline` : absence(executor)}; the node was ${observed.phase} in its last heartbeat`,
  };
}

/** Says why nothing is known of an executor now. */
const absence = ({
  name,
  lastSeenAt,
  uninstalledAt,
}: Pick<ExecutorRow, 'name' | 'lastSeenAt' | 'uninstalledAt'>): string =>
  uninstalledAt === null
    ? `${name} is offline, last seen ${lastSeenAt.toISOString()}`
    : `the agent of ${name} was uninstalled at ${uninstalledAt.toISOString()}`;

/** Says why the executor of a node cannot carry out now what is asked of the node; null when it can. */
export function waitsFor({
  desiredState,
  executor,
}: Pick<NodeRow, 'desiredState'> & {
  executor: Pick<ExecutorRow, 'name' | 'online' | 'lastSeenAt' | 'uninstalledAt' | 'drain'>;
}): string | null {
  const { name, online, drain } = executor;
  if (!online) return `${absence(executor)}; the change is applied once it is back`;
  if (drain === null || desiredState !== 'running') return null;
  return `${name} is drained: ${drain.reason} (${drain.by}); the node runs once the drain ends`;
}
