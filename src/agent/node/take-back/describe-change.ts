import { nodeChanges } from '../../../bitcoin/node-changes.ts';
import { nodeConfigOf, type WorkloadConfig } from '../../../bitcoin/workload-config.ts';
import { inputLimits } from '../../../contract/input-limits.generated.ts';
import type { TakenBackChangeInput, TakenBackFieldInput } from '../../../contract/types.generated.ts';
import { fitText } from '../../../text/fit-text.ts';
import type { NewEvent } from '../../outbox/event.ts';
import type { FoundProblem } from '../../runtime/node-problem.ts';
import type { TakenBack } from '../../runtime/worked-config.ts';

const maxReasonLength = 500;
const { TakenBackChangeInput: ofChange, TakenBackFieldInput: ofField } = inputLimits;

function changedFields({ asked, runs }: Pick<TakenBack, 'asked' | 'runs'>): TakenBackFieldInput[] {
  return nodeChanges(wishOf(runs), wishOf(asked))
    .slice(0, ofChange.changes.maxItems)
    .map(({ field, from, to }) => ({
      field: fitText(field, ofField.field.line),
      asked: fitValue(to),
      runs: fitValue(from),
    }));
}

/** The heartbeat's report of a reverted change. `revision` is the requested one. */
export function reportOf(takenBack: TakenBack, revision: number): TakenBackChangeInput {
  const { at, reason, runsRevision } = takenBack;
  return { at, reason, revision, runsRevision, changes: changedFields(takenBack) };
}

export function takenBackEvent(nodeId: string, takenBack: TakenBack, revision: number): NewEvent {
  const changes = changedFields(takenBack);
  const { reason, runsRevision, refusal } = takenBack;
  const what = sentenceOf(changes);
  const data = { reason, changes, revision, runsRevision, refusal };
  if (refusal === null)
    return { kind: 'node.change_taken_back', nodeId, message: `Reverted ${what}: ${reason}.`, data };
  const message = `Cannot revert ${what}: ${refusal}. The change made the daemon fail: ${reason}.`;
  return { kind: 'node.change_not_taken_back', nodeId, message, data };
}

export const problemOf = (takenBack: TakenBack): FoundProblem => ({
  code: 'change_taken_back',
  reason: fitText(`reverted ${fieldNames(takenBack)}: the daemon failed after the change`, maxReasonLength),
});

export const fieldNames = (takenBack: Pick<TakenBack, 'asked' | 'runs'>): string =>
  changedFields(takenBack)
    .map(({ field }) => field)
    .join(', ');

const sentenceOf = (changes: readonly TakenBackFieldInput[]): string =>
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
