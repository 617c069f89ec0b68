import { nodeChanges } from '../../../bitcoin/node-changes.ts';
import { nodeConfigOf, type WorkloadConfig } from '../../../bitcoin/workload-config.ts';
import { inputLimits } from '../../../contract/input-limits.generated.ts';
import type { RevertedChangeInput, RevertedFieldInput } from '../../../contract/types.generated.ts';
import { fitText } from '../../../text/fit-text.ts';
import type { NewEvent } from '../../outbox/event.ts';
import type { FoundProblem } from '../../runtime/node-problem.ts';
import type { Reverted } from '../../runtime/worked-config.ts';

const maxReasonLength = 500;
const { RevertedChangeInput: ofChange, RevertedFieldInput: ofField } = inputLimits;

function changedFields({ asked, runs }: Pick<Reverted, 'asked' | 'runs'>): RevertedFieldInput[] {
  return nodeChanges(wishOf(runs), wishOf(asked))
    .slice(0, ofChange.changes.maxItems)
    .map(({ field, from, to }) => ({
      field: fitText(field, ofField.field.line),
      asked: fitValue(to),
      runs: fitValue(from),
    }));
}

/** The heartbeat's report of a reverted change. `revision` is the requested one. */
export function reportOf(reverted: Reverted, revision: number): RevertedChangeInput {
  const { at, reason, runsRevision } = reverted;
  return { at, reason, revision, runsRevision, changes: changedFields(reverted) };
}

export function revertedEvent(nodeId: string, reverted: Reverted, revision: number): NewEvent {
  const changes = changedFields(reverted);
  const { reason, runsRevision, refusal } = reverted;
  const what = sentenceOf(changes);
  const data = { reason, changes, revision, runsRevision, refusal };
  if (refusal === null) return { kind: 'node.change_reverted', nodeId, message: `Reverted ${what}: ${reason}.`, data };
  const message = `Cannot revert ${what}: ${refusal}. The change made the daemon fail: ${reason}.`;
  return { kind: 'node.change_not_reverted', nodeId, message, data };
}

export const problemOf = (reverted: Reverted): FoundProblem => ({
  code: 'change_reverted',
  reason: fitText(`reverted ${fieldNames(reverted)}: the daemon failed after the change`, maxReasonLength),
});

export const fieldNames = (reverted: Pick<Reverted, 'asked' | 'runs'>): string =>
  changedFields(reverted)
    .map(({ field }) => field)
    .join(', ');

const sentenceOf = (changes: readonly RevertedFieldInput[]): string =>
  fitText(
    changes.map(({ field, asked, runs }) => `${field} (${asked ?? 'unset'} → ${runs ?? 'unset'})`).join(', '),
    ofChange.reason.text,
  );

const wishOf = (config: WorkloadConfig) => ({
  ...nodeConfigOf(config),
  name: '',
  desiredState: 'running' as const,
});

const fitValue = (value: string | null): string | null => (value === null ? null : fitText(value, ofField.asked.text));
