import type { OperationReportInput } from '../../../contract/types.generated.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NewEvent } from '../../outbox/event.ts';
import { hasEnded, type NodeRecord, type OperationRecord, type OperationRecords } from '../../runtime/node-record.ts';
import type { Observation, PullProgress } from '../../runtime/runtime.ts';
import { trackedMove } from './move.ts';
import { trackedIndexRebuild } from './rebuild-index.ts';
import { trackedRehearsal } from './rehearse.ts';
import { trackedReindex } from './reindex.ts';
import { trackedSeed } from './seed.ts';
import type { StageFacts, TrackedOperation } from './tracked-operation.ts';

/** The kinds with stages that the loop must track. */
const tracked: readonly TrackedOperation[] = [
  trackedMove,
  trackedReindex,
  trackedIndexRebuild,
  trackedRehearsal,
  trackedSeed,
];

const entriesOf = ({ operations }: Pick<NodeRecord, 'operations'>) =>
  Object.entries(operations).flatMap(([kind, operation]) =>
    operation === undefined ? [] : [[kind as keyof OperationRecords, operation as OperationRecord] as const],
  );

/** Updates the records of all operations from desired and observed state. */
export function trackOperations(
  desired: DesiredNode,
  record: Readonly<NodeRecord>,
  observed: Pick<Observation, 'workload' | 'data'>,
): { change: Partial<NodeRecord>; events: NewEvent[] } {
  let change: Partial<NodeRecord> = { operations: {} };
  const events: NewEvent[] = [];
  for (const { track } of tracked) {
    const found = track(desired, record, observed);
    if (found === undefined) continue;
    change = { ...change, ...found.change, operations: { ...change.operations, ...found.change.operations } };
    if (found.event) events.push(found.event);
  }
  return { change, events };
}

export function progressed(record: NodeRecord, id: string, { done, total }: PullProgress): Partial<NodeRecord> {
  const found = entriesOf(record).find(([, operation]) => operation.id === id);
  return found === undefined ? {} : { operations: { [found[0]]: { ...found[1], done, total } } };
}

/** Reports desired operations, and undesired ones until their end, which is the outcome of a late cancellation. */
export function reportOperations(
  desired: Pick<DesiredNode, 'operations'> | undefined,
  record: Pick<NodeRecord, 'operations'>,
): OperationReportInput[] {
  const desiredIds = new Set(desired?.operations.map(({ id }) => id));
  return entriesOf(record)
    .filter(([, operation]) => desiredIds.has(operation.id) || !hasEnded(operation))
    .map(([kind, operation]) => {
      const facts = tracked.find((each) => each.kind === kind)?.stages[operation.stage] ?? {};
      const { id, reason, startedAt, result } = operation;
      return {
        id,
        reason,
        startedAt,
        state: stateOf(operation, facts, desiredIds.has(id)),
        step: stepOf(operation, facts),
        cancellable: facts.cancellable ?? false,
        progress: facts.step === undefined || facts.bytes ? partOf(operation) : null,
        ...(result === undefined ? {} : { result }),
      };
    });
}

function stateOf(operation: OperationRecord, { state }: StageFacts, isDesired: boolean): OperationReportInput['state'] {
  if (hasEnded(operation)) return operation.stage;
  if (state !== 'undone') return state ?? 'running';
  return isDesired ? 'running' : 'cancelled';
}

const partOf = ({ done, total }: OperationRecord): number | null =>
  done !== undefined && total ? Math.floor((done / total) * 1000) / 1000 : null;

function stepOf({ done, total }: OperationRecord, { step, bytes }: StageFacts): string | null {
  if (step === undefined || !bytes || done === undefined || total === undefined) return step ?? null;
  const gibibytes = (amount: number) => (amount / 1024 ** 3).toFixed(1);
  return `${step} (${gibibytes(done)} of ${gibibytes(total)} GiB)`;
}

/** Kinds whose name is a verb. */
const nouns: Partial<Record<keyof OperationRecords, string>> = { rehearse: 'rehearsal' };

/** Returns the events of the operations that end with a change of the record. */
export const endedBy = (nodeId: string, before: NodeRecord, after: NodeRecord): NewEvent[] =>
  entriesOf(after).flatMap(([kind, operation]) => {
    const former = before.operations[kind];
    if (!hasEnded(operation) || (former?.id === operation.id && former.stage === operation.stage)) return [];
    const { id, stage, reason } = operation;
    if (stage === 'cancelled') return [];
    const words = nouns[kind] ?? kind.replaceAll('_', ' ');
    const message = stage === 'failed' ? `The ${words} failed: ${reason}.` : `The ${words} is complete.`;
    return [{ kind: `node.operation_${stage}` as const, nodeId, message, data: { kind, id, reason } }];
  });
