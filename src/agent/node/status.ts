import type { Clock } from '../../timing/clock.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeSnapshot, PullProgress, StepDescription } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';
import { type Phase, phaseDuring, phaseEvents, phaseOf } from './phase.ts';
import { type NodeProblems, problemWatch } from './problems/problem-watch.ts';
import type { NodeRecordStore } from './record-store.ts';

export interface StatusInput {
  snapshot: NodeSnapshot | undefined;
  step: { effect: StepDescription['effect']; why: string } | undefined;
  health: NodeHealth | null;
}

interface StatusDeps {
  clock: Clock;
  /** The problem of the host's clock; null without a known one. */
  clockFault(): string | null;
  onStatusChange(): void;
}

export type NodeStatus = ReturnType<typeof nodeStatus>;

/** Updates a node's phase and reason, and calls `onStatusChange` when they change. */
export function nodeStatus(store: NodeRecordStore, { clock, clockFault, onStatusChange }: StatusDeps) {
  const updateProblems = problemWatch(clock, store.record.problems, clockFault);
  /** Start of the measurement of a copy, in milliseconds of the clock. */
  let copy: { at: number; done: number } | undefined;

  /** Estimates the remaining time of a copy; empty before an estimate is possible. */
  const estimate = (done: number, total: number): string => {
    const now = clock.elapsed();
    if (copy === undefined || copy.done > done) copy = { at: now, done };
    const rate = (done - copy.done) / (now - copy.at);
    if (!(rate > 0) || done >= total) return '';
    return `, about ${Math.max(1, Math.round((total - done) / rate / 60_000))} min left`;
  };

  return {
    refresh(input: StatusInput): void {
      const { health, snapshot } = input;
      const { record } = store;
      const problems =
        snapshot === undefined
          ? { reported: record.problems, detected: [] }
          : updateProblems(snapshot.desired, record, health);
      const after = phaseNow(input, record, problems);
      if (after === undefined) return;
      const answers = health !== null && health.state !== 'starting';
      const { status: before, exit, failure } = record;
      const hasRecovered = answers && exit !== null;
      const isSamePhase = before.phase === after.phase && before.reason === after.reason;
      const isSameProblems = JSON.stringify(problems.reported) === JSON.stringify(record.problems);
      if (isSamePhase && isSameProblems && !hasRecovered) return;
      const since = before.phase === after.phase ? before.since : new Date(clock.now()).toISOString();
      const { nodeId } = store;
      const events = phaseEvents({ nodeId, before, after, health, quiet: failure?.quiet ?? false });
      store.update(
        {
          status: { phase: after.phase, reason: after.reason, since },
          problems: [...problems.reported],
          ...(answers ? { exit: null } : {}),
        },
        events.map((event) => ({ event })),
      );
      onStatusChange();
    },
    showProgress({ effect, why }: NonNullable<StatusInput['step']>, { done, total }: PullProgress): void {
      const { status } = store.record;
      const amount = `${mebibytes(done)} of ${mebibytes(total)} MiB`;
      const isCopy = effect === 'copy';
      const reason = isCopy ? `${why}; ${amount} copied${estimate(done, total)}` : `${why}; ${amount} pulled`;
      store.update({ status: { ...status, phase: isCopy ? 'starting' : 'pulling', reason } });
      onStatusChange();
    },
  };
}

function phaseNow(
  { snapshot, step, health }: StatusInput,
  record: Readonly<NodeRecord>,
  problems: NodeProblems,
): Phase | undefined {
  if (snapshot === undefined) {
    const { failure, status } = record;
    return failure === null
      ? undefined
      : { phase: status.phase === 'pending' ? 'failing' : status.phase, reason: failure.message };
  }
  const { desired, plan, workload } = snapshot;
  // Beside a running daemon, a step only proves that its next container can be created.
  const isTrial = step?.effect === 'create' && workload !== undefined && isUp(workload);
  if (step !== undefined && !isTrial) return phaseDuring(step.effect, step.why, desired.desiredState);
  return phaseOf({ desiredState: desired.desiredState, plan, workload, health, problems, record });
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
