import type { DesiredNode } from '../../desired/desired-entry.ts';
import { desiredOperation } from '../../desired/desired-operation.ts';
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
  /** An agent that lost its store must not begin again what the control plane knows to have begun. */
  track(desired, { operations: { reindex } }) {
    const asked = desiredOperation(desired, 'reindex');
    if (!asked?.hasStarted || reindex?.id === asked.id) return undefined;
    const begun = { id: asked.id, stage: 'running' as const, attempts: 1, startedAt: null, reason: null };
    return { change: { operations: { reindex: begun } } };
  },
};

/**
 * Returns what changes in the record when a rebuild is done, by what its daemon answers; undefined while it is not. While a daemon reads its
 * block files its height is 0, and it connects blocks only then; so it is done at the height that it had before, or where nothing is missing.
 * Pure.
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
