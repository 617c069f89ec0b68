import { indexNames } from '../../../bitcoin/chain-indexes.ts';
import { type DesiredNode, desiredOperation } from '../../desired/desired-entry.ts';
import type { NodeSample } from '../../monitor/sample.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import type { TrackedOperation } from './tracked-operation.ts';

export const trackedIndexRebuild: TrackedOperation = {
  kind: 'rebuild_index',
  stages: { running: { step: 'building the index' } },
  /** An agent that lost its store must not remove an index again that is being built. */
  track(desired, { operations: { rebuild_index } }) {
    const asked = desiredOperation(desired, 'rebuild_index');
    if (!asked?.hasStarted || rebuild_index?.id === asked.id) return undefined;
    const { id, params } = asked;
    const stage = params.remove ? ('succeeded' as const) : ('running' as const);
    return { change: { operations: { rebuild_index: { id, stage, startedAt: null, reason: null } } } };
  },
};

/** Returns the record's change when a sample since the daemon's start shows that the index is built; undefined before. */
export function indexRebuilt(
  desired: Pick<DesiredNode, 'operations'>,
  { operations: { rebuild_index: rebuild } }: Pick<NodeRecord, 'operations'>,
  { at, height, indexes }: Pick<NodeSample, 'at' | 'height' | 'indexes'>,
): Partial<NodeRecord> | undefined {
  const asked = desiredOperation(desired, 'rebuild_index');
  if (!asked || rebuild?.id !== asked.id || rebuild.stage !== 'running') return undefined;
  if (rebuild.startedAt !== null && Date.parse(at) <= Date.parse(rebuild.startedAt)) return undefined;
  const found = indexes.find(({ name }) => name === indexNames[asked.params.index]);
  if (found === undefined) {
    const reason = `${asked.params.index} is off, so the daemon does not build it`;
    return { operations: { rebuild_index: { ...rebuild, stage: 'failed', reason } } };
  }
  // The sample may be older than the index by a block.
  if (!found.synced || found.bestBlockHeight < height) return undefined;
  return { operations: { rebuild_index: { ...rebuild, stage: 'succeeded' } } };
}
