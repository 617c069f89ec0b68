import type { Clock } from '../../timing/clock.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeSnapshot, PullProgress, StepDescription } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';
import { type Phase, phaseDuring, phaseEvents, phaseOf } from './phase.ts';
import { type NodeProblems, ProblemWatch } from './problems/problem-watch.ts';
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

/** Updates a node's phase and reason, and calls `onStatusChange` when they change. */
export class NodeStatus {
  readonly #store: NodeRecordStore;
  readonly #deps: StatusDeps;
  readonly #problems: ProblemWatch;
  /** Start of the measurement of a copy, in milliseconds of the clock. */
  #copy: { at: number; done: number } | undefined;

  constructor(store: NodeRecordStore, deps: StatusDeps) {
    this.#store = store;
    this.#deps = deps;
    this.#problems = new ProblemWatch(deps.clock, store.record.problems, deps.clockFault);
  }

  refresh(input: StatusInput): void {
    const { clock, onStatusChange } = this.#deps;
    const { health, snapshot } = input;
    const { nodeId, record } = this.#store;
    const problems =
      snapshot === undefined
        ? { reported: record.problems, detected: [] }
        : this.#problems.update(snapshot.desired, record, health);
    const after = phaseNow(input, record, problems);
    if (after === undefined) return;
    const answers = health !== null && health.state !== 'starting';
    const { status: before, exit, failure } = record;
    const hasRecovered = answers && exit !== null;
    const isSamePhase = before.phase === after.phase && before.reason === after.reason;
    const isSameProblems = JSON.stringify(problems.reported) === JSON.stringify(record.problems);
    if (isSamePhase && isSameProblems && !hasRecovered) return;
    const since = before.phase === after.phase ? before.since : new Date(clock.now()).toISOString();
    const events = phaseEvents({ nodeId, before, after, health, quiet: failure?.quiet ?? false });
    this.#store.update(
      {
        status: { phase: after.phase, reason: after.reason, since },
        problems: [...problems.reported],
        ...(answers ? { exit: null } : {}),
      },
      events.map((event) => ({ event })),
    );
    onStatusChange();
  }

  showProgress({ effect, why }: NonNullable<StatusInput['step']>, { done, total }: PullProgress): void {
    const { status } = this.#store.record;
    const amount = `${mebibytes(done)} of ${mebibytes(total)} MiB`;
    const isCopy = effect === 'copy';
    const reason = isCopy ? `${why}; ${amount} copied${this.#estimate(done, total)}` : `${why}; ${amount} pulled`;
    this.#store.update({ status: { ...status, phase: isCopy ? 'starting' : 'pulling', reason } });
    this.#deps.onStatusChange();
  }

  /** Estimates the remaining time of a copy; empty before an estimate is possible. */
  #estimate(done: number, total: number): string {
    const now = this.#deps.clock.elapsed();
    if (this.#copy === undefined || this.#copy.done > done) this.#copy = { at: now, done };
    const rate = (done - this.#copy.done) / (now - this.#copy.at);
    if (!(rate > 0) || done >= total) return '';
    return `, about ${Math.max(1, Math.round((total - done) / rate / 60_000))} min left`;
  }
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
  // Beside a running daemon, a step only proves that its next container can be created, or tries another version.
  const isUpNow = workload !== undefined && isUp(workload);
  const isTrial = (step?.effect === 'create' || step?.effect === 'rehearse') && isUpNow;
  if (step !== undefined && !isTrial) return phaseDuring(step.effect, step.why, desired.desiredState);
  return phaseOf({ desiredState: desired.desiredState, plan, workload, health, problems, record });
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
