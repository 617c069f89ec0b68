import type { RehearsalVerdict } from '../../../contract/types.generated.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { fitText } from '../../../text/fit-text.ts';
import { endedRehearsal } from '../../node/operations/rehearse.ts';
import type { RehearsalRecord, RehearsalReport } from '../../runtime/node-record.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { DockerSnapshot } from '../observe.ts';
import { NotPossible } from '../rehearsal/not-possible.ts';
import type { Finished, Found, StepData, StepKind, StepRun } from '../step-kind.ts';

/** A requested rehearsal of another version. */
export interface RehearsalAct {
  id: string;
  clientVersion: string;
}

export interface Rehearsing {
  rehearsal: RehearsalAct;
}

/** What a step found, and how the rehearsal continues. */
export interface RehearsalFound {
  report: RehearsalReport;
  /** The verdict, which ends the rehearsal; undefined if it continues. */
  verdict?: RehearsalVerdict;
  /** Why the verdict is not that it passed. */
  reason?: string | null;
  found?: Found;
  /** What the step adds to the record. */
  record?: Pick<RehearsalRecord, 'source'>;
  /** Why the copy must be made again; undefined if it need not. */
  copyAgain?: string;
}

/** As much as the control plane takes. */
const maxReason = 1000;

interface RehearsalStep<K extends string>
  extends Omit<StepKind<K, Rehearsing, RehearsalFound>, 'apply' | 'finish' | 'operationOf' | 'effect'> {
  /** The verdict if the step fails for a reason that is not the engine's absence. */
  verdictOfFailure: RehearsalVerdict;
  /** Whether the step leaves nothing on the host that has to be removed. */
  leavesNothing?: true;
  /** The stage after the step; an agent that was killed after it repeats the step. */
  next: RehearsalRecord['stage'];
  /** Fills `report` as it goes: what was measured before a failure is kept. Throws RuntimeError and NotPossible. */
  apply(step: StepData<K, Rehearsing>, run: StepRun, report: RehearsalReport): Promise<Omit<RehearsalFound, 'report'>>;
}

/** A step beside the running daemon, whose failure is a verdict and no failure of the node. */
export const rehearsalStep = <K extends string>({
  verdictOfFailure,
  leavesNothing,
  next,
  ...kind
}: RehearsalStep<K>): StepKind<K, Rehearsing, RehearsalFound> => ({
  ...kind,
  effect: 'rehearse',
  operationOf: ({ rehearsal }) => rehearsal.id,
  async apply(step, run) {
    const report: RehearsalReport = {};
    try {
      return { ...(await kind.apply(step, run, report)), report };
    } catch (error) {
      const isEngineAway = error instanceof RuntimeError && error.fault === 'unreachable';
      if (run.signal.aborted || isEngineAway) throw error;
      const verdict = error instanceof NotPossible ? 'not_possible' : verdictOfFailure;
      return { report, verdict, reason: fitText(errorMessage(error), maxReason) };
    }
  },
  finish({ rehearsal }, result, { snapshot }) {
    const { report, verdict, reason = null, found, record, copyAgain }: RehearsalFound = result ?? { report: {} };
    const before = recordOf(rehearsal, snapshot);
    const { clientVersion: version } = rehearsal;
    if (copyAgain !== undefined) {
      const message = `Started the rehearsal of ${version} again: ${copyAgain}.`;
      const change = { operations: { rehearse: { ...before, stage: 'copying' as const } } };
      return { change, event: { kind: 'node.rehearsal_begun', message, data: { version } } };
    }
    const after = { ...before, reason, report: { ...before.report, ...report } };
    if (verdict === undefined)
      return {
        change: { operations: { rehearse: { ...after, ...record, stage: next } } },
        event: { data: { version } },
        found,
      };
    const judgedRecord = { ...after, stage: 'judged' as const, report: { ...after.report, verdict } };
    const rehearse = leavesNothing ? endedRehearsal(judgedRecord, '') : judgedRecord;
    return { change: { operations: { rehearse } }, event: verdictEvent(rehearsal, verdict, reason) };
  },
});

function verdictEvent(
  { clientVersion: version }: RehearsalAct,
  verdict: RehearsalVerdict,
  reason: string | null,
): NonNullable<Finished['event']> {
  const message = {
    passed: `Rehearsed ${version} on a copy of the data: it passed.`,
    refused: `Rehearsed ${version} on a copy of the data: it failed: ${reason}.`,
    not_possible: `Cannot rehearse ${version} here: ${reason}.`,
  }[verdict];
  const data = { version, verdict, reason };
  return { kind: 'node.rehearsed', level: verdict === 'passed' ? 'info' : 'warning', message, data };
}

/** Returns the record of a rehearsal; a new one if it has none yet. */
const recordOf = (
  { id }: RehearsalAct,
  { operations: { rehearse } }: Pick<DockerSnapshot, 'operations'>,
): RehearsalRecord =>
  rehearse?.id === id ? rehearse : { id, stage: 'copying', reason: null, startedAt: null, report: {} };
