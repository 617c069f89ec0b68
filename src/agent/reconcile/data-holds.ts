import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../text/error-message.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { desiredOperation } from '../desired/desired-operation.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import { loadNodeRecord } from '../node/record-table.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

export type Sibling = Pick<DesiredNode, 'id' | 'name'>;

/**
 * Returns the node that is being made a copy of this one, for which the daemon here must be down; undefined when there is none. It is read off
 * the records each time, so that it holds across a kill of the agent, and ends with the copy whatever ends that.
 */
export function copyUnderWay(
  { desired, database }: { desired: Pick<DesiredState, 'all'>; database: DatabaseSync },
  nodeId: string,
): Sibling | undefined {
  return desired
    .all()
    .find(
      ({ node, orphaned }) =>
        !orphaned &&
        desiredOperation(node, 'seed')?.params.from === nodeId &&
        loadNodeRecord(database, node.id)?.operations.seed?.stage === 'copying',
    )?.node;
}

/**
 * What changes in the record of a node after its copy failed; nothing where the same is tried again. A source must not be down for a copy that
 * will fail once more: it runs again, until a restart of the copy is requested. Pure.
 */
export function failedCopy(
  { operations: { seed } }: Pick<NodeRecord, 'operations'>,
  error: unknown,
  restartCounter: number,
): Partial<NodeRecord> {
  const isTransient = error instanceof RuntimeError && ['unreachable', 'timeout'].includes(error.fault);
  if (seed?.stage !== 'copying' || isTransient) return {};
  return { operations: { seed: { ...seed, stage: 'waiting', reason: errorMessage(error), restartCounter } } };
}
