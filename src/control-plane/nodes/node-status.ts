import type { DesiredState, NodeStatus } from '../../contract/types.generated.ts';
import type { Drain, ExecutorRow } from '../tables/executors.ts';
import type { NodeRow } from '../tables/nodes.ts';

/** The state that the executor receives. A drain stops running nodes; their desired state counts again when it ends. */
export const deliveredState = (desiredState: DesiredState, drain: Drain | null): DesiredState =>
  drain !== null && desiredState === 'running' ? 'stopped' : desiredState;

type Presence = Pick<ExecutorRow, 'name' | 'online' | 'lastSeenAt' | 'uninstalledAt'>;
type StatusColumns = Pick<NodeRow, 'observed' | 'observedAt' | 'createdAt'> & { executor: Presence };

export interface BehindSiblings {
  reason: string;
  since: Date;
}

/** Whether siblings may change the phase of a node. */
export const mayBeBehind = ({ observed, executor }: Pick<StatusColumns, 'observed' | 'executor'>): boolean =>
  executor.online && observed?.phase === 'running';

/** The phase is unknown while the executor is offline, and syncing while the node is behind its siblings. */
export function statusOf(
  { observed, observedAt, createdAt, executor }: StatusColumns,
  kept: BehindSiblings | null = null,
): NodeStatus {
  if (observed === null) return { phase: 'pending', since: createdAt.toISOString(), reason: null };
  const reportedAt = observedAt?.toISOString() ?? null;
  // The host's clock may be ahead.
  const since = reportedAt !== null && observed.since > reportedAt ? reportedAt : observed.since;
  const endpoint = observed.endpoint ? { ...observed.endpoint, zmq: observed.endpoint.zmq ?? [] } : null;
  const reported = { ...observed, endpoint, since, reportedAt };
  if (kept !== null && mayBeBehind({ observed, executor }))
    return { ...reported, phase: 'syncing', since: kept.since.toISOString(), reason: kept.reason };
  if (executor.online) return reported;
  return {
    ...reported,
    phase: 'unknown',
    since: executor.lastSeenAt.toISOString(),
    reason: `${executor.uninstalledAt === null ? `${executor.name} is offline` : absence(executor)}; the node was ${observed.phase} in its last heartbeat`,
  };
}

const absence = ({ name, lastSeenAt, uninstalledAt }: Presence): string =>
  uninstalledAt === null
    ? `${name} is offline, last seen ${lastSeenAt.toISOString()}`
    : `the agent of ${name} was uninstalled at ${uninstalledAt.toISOString()}`;

/** Returns why the executor cannot apply the desired state now; null if it can. */
export function waitsFor({
  desiredState,
  executor,
}: Pick<NodeRow, 'desiredState'> & { executor: Presence & Pick<ExecutorRow, 'drain'> }): string | null {
  const { name, online, drain } = executor;
  if (!online) return `${absence(executor)}; the change is applied when it reconnects`;
  if (drain === null || desiredState !== 'running') return null;
  return `${name} is drained: ${drain.reason} (${drain.by}); the node runs again when the drain ends`;
}
