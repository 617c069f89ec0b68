import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../text/error-message.ts';
import { type DesiredNode, desiredOperation } from '../desired/desired-entry.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import { loadNodeRecord, type NodeRecordStore } from '../node/record-store.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

export type Sibling = Pick<DesiredNode, 'id' | 'name'>;

/** Returns the node that is copying this one, whose daemon must be down meanwhile. The records survive a kill. */
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

/** The change after a permanent failure: the source runs again, and a requested restart retries. Else empty. */
export function failedCopy(
  { operations: { seed } }: Pick<NodeRecord, 'operations'>,
  error: unknown,
  restartCounter: number,
): Partial<NodeRecord> {
  const isTransient = error instanceof RuntimeError && ['unreachable', 'timeout'].includes(error.fault);
  if (seed?.stage !== 'copying' || isTransient) return {};
  return { operations: { seed: { ...seed, stage: 'waiting', reason: errorMessage(error), restartCounter } } };
}

/** Runs `work` on the record of a node that copies another, and wakes that source when the change concerns it. */
export async function wakingSource(store: NodeRecordStore, wakeNode: (nodeId: string) => void, work: () => unknown) {
  const before = store.record.operations.seed;
  try {
    await work();
  } finally {
    const { seed } = store.record.operations;
    const from = seed?.from ?? before?.from;
    if (before?.stage !== seed?.stage && from !== undefined) wakeNode(from);
  }
}
