import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../text/error-message.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import { loadNodeRecord } from '../node/record-table.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

/**
 * Returns the node that is being made a copy of this one, for which the daemon here must be down; undefined when there is none. It is read off
 * the records each time, so that it holds across a kill of the agent, and ends with the copy whatever ends that.
 */
export function copyUnderWay(
  { desired, database }: { desired: Pick<DesiredState, 'all'>; database: DatabaseSync },
  nodeId: string,
): { id: string; name: string } | undefined {
  return desired
    .all()
    .find(
      ({ node, orphaned }) =>
        !orphaned && node.seedFrom === nodeId && loadNodeRecord(database, node.id)?.seed?.state === 'copying',
    )?.node;
}

/** What changes in the record of a node that is not to run any more while it is being copied; null where it is not. Pure. */
export const endedCopy = ({ seed }: Pick<NodeRecord, 'seed'>): Partial<NodeRecord> | null =>
  seed?.state === 'copying' ? { seed: undefined } : null;

/**
 * What changes in the record of a node after its copy failed; null where the same is tried again. A source must not be down for a copy that
 * will fail once more: it runs again, until a restart of the copy is requested. Pure.
 */
export function failedCopy(
  { seed }: Pick<NodeRecord, 'seed'>,
  error: unknown,
  restartCounter: number,
): Partial<NodeRecord> | null {
  const isTransient = error instanceof RuntimeError && ['unreachable', 'timeout'].includes(error.fault);
  if (seed?.state !== 'copying' || isTransient) return null;
  return { seed: { from: seed.from, state: 'failed', reason: errorMessage(error), restartCounter } };
}
