import { type DesiredNode, desiredOperation } from '../../desired/desired-entry.ts';
import type { NodeHealth } from '../../monitor/daemon-view.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import type { TrackedOperation } from './tracked-operation.ts';

export const trackedReindex: TrackedOperation = {
  kind: 'reindex',
  stages: {
    starting: { state: 'requested', cancellable: true },
    again: { state: 'requested', cancellable: true },
    running: { step: 'rebuilding' },
  },
  /** An agent that lost its store must not restart a reindex that the control plane knows to have started. */
  track(desired, { operations: { reindex } }) {
    const asked = desiredOperation(desired, 'reindex');
    if (!asked?.hasStarted || reindex?.id === asked.id) return undefined;
    const begun = { id: asked.id, stage: 'running' as const, attempts: 1, startedAt: null, reason: null };
    return { change: { operations: { reindex: begun } } };
  },
};

/**
 * Returns the record's change when the daemon's health shows that the reindex is done; undefined before. While a daemon
 * reads its block files its height is 0, and it connects blocks only afterwards. So it is done at its previous height,
 * or when no blocks are missing.
 */
export function reindexDone(
  desired: Pick<DesiredNode, 'operations'>,
  { operations: { reindex } }: Pick<NodeRecord, 'operations'>,
  health: NodeHealth,
): Partial<NodeRecord> | undefined {
  const asked = desiredOperation(desired, 'reindex');
  if (!asked || reindex?.id !== asked.id || reindex.stage !== 'running' || health.state === 'starting')
    return undefined;
  const isBack = asked.params.height !== null && health.height >= asked.params.height;
  if (health.height === 0 || !(isBack || health.state === 'running')) return undefined;
  return { operations: { reindex: { ...reindex, stage: 'succeeded' } } };
}
