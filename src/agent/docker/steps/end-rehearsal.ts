import { desiredOperation } from '../../desired/desired-entry.ts';
import { endedRehearsal } from '../../node/operations/rehearse.ts';
import { removeRehearsal } from '../rehearsal/rehearsal-copy.ts';
import type { StepKind } from '../step-kind.ts';

interface EndRehearsal {
  id: string;
}

/** Removes the container and the copy of a rehearsal, and ends it with its verdict. */
export const endRehearsal: StepKind<'end-rehearsal', EndRehearsal> = {
  kind: 'end-rehearsal',
  texts: () => ['remove the copy of the rehearsal', 'Removed the copy of the rehearsal'],
  event: 'node.rehearsal_cleaned_up',
  effect: 'rehearse',
  apply: (_, run) => removeRehearsal(run, run.snapshot.desired.id, run.snapshot.observed.volumes),
  finish({ id, why }, _, { snapshot: { desired, operations } }) {
    const { rehearse: before } = operations;
    if (before === undefined || before.id !== id) return {};
    const isRequested = desiredOperation(desired, 'rehearse')?.id === id;
    const after = isRequested ? endedRehearsal(before, why) : { ...before, stage: 'cancelled' as const };
    return { change: { operations: { rehearse: after } } };
  },
};
