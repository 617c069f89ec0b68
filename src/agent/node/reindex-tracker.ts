import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord, ReindexRecord } from '../runtime/node-record.ts';

type Asked = Pick<DesiredNode, 'reindex'>;

/** An agent that lost its store must not begin again what the control plane knows to have begun. Pure. */
export function adoptReindex(
  { reindex: asked }: Asked,
  { reindex: record }: Pick<NodeRecord, 'reindex'>,
): Partial<NodeRecord> {
  if (!asked?.hasBegun || record?.id === asked.id) return {};
  return { reindex: { id: asked.id, stage: 'running', attempts: 1, begunAt: null, reason: null } };
}

/**
 * Returns the record of a rebuild that is done, by what its daemon answers; undefined while it is not. While a daemon reads its block files
 * its height is 0, and it connects blocks only then; so it is done at the height that it had before, or where nothing is missing. Pure.
 */
export function reindexDone(
  { id, reindex: asked }: Pick<DesiredNode, 'id'> & Asked,
  { reindex: record }: Pick<NodeRecord, 'reindex'>,
  health: NodeHealth,
): { reindex: ReindexRecord; event: NewEvent } | undefined {
  if (!asked || record?.id !== asked.id || record.stage !== 'running' || health.state === 'starting') return undefined;
  const { height } = health;
  const isBack = asked.height !== null && asked.height !== undefined && height >= asked.height;
  if (height === 0 || !(isBack || health.state === 'running')) return undefined;
  return {
    reindex: { ...record, stage: 'done' },
    event: {
      kind: 'node.reindex-done',
      nodeId: id,
      message: `The daemon has rebuilt its chain data up to height ${height}.`,
      data: { action: asked.action, height },
    },
  };
}
