import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../text/error-message.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { desiredOperation } from '../desired/desired-operation.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

export type Sibling = Pick<DesiredNode, 'id' | 'name'>;

/**
 * Returns the node that is copying this one, whose daemon must be down meanwhile. Read from the records, so that it
 * survives a kill.
 */
export function activeSeed(
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
 * Record change after a copy failed permanently: its source runs again, and a requested restart retries the copy. Empty
 * for a transient error.
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
