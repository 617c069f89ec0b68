import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../text/error-message.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

export type Sibling = Pick<DesiredNode, 'id' | 'name'>;

/** Returns the node that is being made a copy of this one, whose daemon must be down then. Read from the records, so that it survives a kill. */
export function copyUnderWay(
  { desired, database }: { desired: Pick<DesiredState, 'all'>; database: DatabaseSync },
  nodeId: string,
): Sibling | undefined {
  return desired
    .all()
    .find(
      ({ node, orphaned }) =>
        !orphaned && node.seedFrom === nodeId && loadNodeRecord(database, node.id)?.seed?.state === 'copying',
    )?.node;
}

/** What changes in the record of a copy that is being made and must not run now: its source is let go. */
export const endedCopy = (
  { desiredState }: Pick<DesiredNode, 'desiredState'>,
  { seed, suspension }: Pick<NodeRecord, 'seed' | 'suspension'>,
): Partial<NodeRecord> =>
  seed?.state === 'copying' && (desiredState !== 'running' || suspension) ? { seed: undefined } : {};

/** Record change after a copy failed for good: its source runs again, and a requested restart tries the copy again. Empty for a transient error. */
export function failedCopy(
  { seed }: Pick<NodeRecord, 'seed'>,
  error: unknown,
  restartCounter: number,
): Partial<NodeRecord> {
  const isTransient = error instanceof RuntimeError && ['unreachable', 'timeout'].includes(error.fault);
  if (seed?.state !== 'copying' || isTransient) return {};
  return { seed: { from: seed.from, state: 'failed', reason: errorMessage(error), restartCounter } };
}
