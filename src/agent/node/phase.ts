import { isOffTip } from '../../contract/node-problems.ts';
import { isAnswering } from '../../contract/phases.ts';
import type { DesiredState, NodePhase } from '../../contract/types.generated.ts';
import { capitalized } from '../../text/capitalized.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeFailure, NodeRecord } from '../runtime/node-record.ts';
import type { Plan, StepDescription } from '../runtime/runtime.ts';
import { isUp, type Workload } from '../runtime/workload.ts';
import { describeExit } from './crash-message.ts';
import type { NodeProblems } from './problems/problem-watch.ts';

export interface Phase {
  phase: NodePhase;
  reason: string | null;
  /** The reason is reported elsewhere: in the list of problems, or by the event of an exit. */
  isReported?: boolean;
}

export interface PhaseInput {
  desiredState: DesiredState;
  plan: Plan;
  workload: Workload | undefined;
  /** Health of the current run; null if no run is monitored. */
  health: NodeHealth | null;
  problems: NodeProblems;
  /** The record; its `status` is the previous phase. */
  record: Pick<NodeRecord, 'exit' | 'failure' | 'status'>;
}

export function phaseOf(input: PhaseInput): Phase {
  const { desiredState, plan, workload, record } = input;
  const failure = ownFailure(record);
  if (desiredState === 'deleted') return phaseOfDeletion(input);
  const up = workload !== undefined && isUp(workload);
  if (up && desiredState === 'running') return phaseOfRun(input, workload);
  if (failure !== null) return { phase: 'failing', reason: failure.message };
  if (plan.blocked !== null) return { phase: 'failing', reason: plan.blocked };
  if (desiredState === 'stopped') return { phase: up ? 'stopping' : 'stopped', reason: plan.waitsFor ?? null };
  if (record.exit !== null && record.exit.code !== 0) return failingAfter(describeExit(record.exit));
  if (workload === undefined) return { phase: 'pending', reason: null };
  return {
    phase: 'starting',
    reason: workload.state === 'removing' ? 'removing the container' : (plan.waitsFor ?? null),
  };
}

/** The engine answers again when a node was observed, so that what failed without it is no news of the node. */
const ownFailure = ({ failure }: PhaseInput['record']): NodeFailure | null =>
  failure?.isEngineAway === true ? null : failure;

export function phaseDuring(effect: StepDescription['effect'], why: string, desiredState: DesiredState): Phase {
  if (effect === 'stop') return { phase: 'stopping', reason: why };
  if (desiredState === 'deleted') return { phase: 'deleting', reason: why };
  return { phase: effect === 'pull' ? 'pulling' : 'starting', reason: why };
}

function phaseOfDeletion({ plan, workload, record }: PhaseInput): Phase {
  if (record.failure !== null) return { phase: 'deleting', reason: record.failure.message };
  if (plan.blocked !== null) return { phase: 'deleting', reason: plan.blocked };
  return { phase: workload === undefined && plan.steps.length === 0 ? 'deleted' : 'deleting', reason: null };
}

function phaseOfRun({ plan, health, record, problems }: PhaseInput, workload: Workload): Phase {
  const problem = ownFailure(record)?.message ?? plan.blocked;
  if (health !== null && health.state !== 'starting') {
    const arrives = health.state === 'running' && record.status.phase !== 'running';
    const away = notAtTip(problems, arrives);
    if (away === null) return { phase: health.state, reason: problem };
    return problem === null
      ? { phase: 'syncing', reason: away, isReported: true }
      : { phase: 'syncing', reason: problem };
  }
  if (record.exit !== null && record.exit.code !== 0) return failingAfter(describeExit(record.exit));
  if (workload.state === 'restarting') return failingAfter('the daemon exited and the engine is restarting it');
  if (health === null && hasAnswered(record.status, workload)) return { phase: record.status.phase, reason: problem };
  if (problem !== null) return { phase: 'failing', reason: problem };
  return { phase: 'starting', reason: health?.message ?? plan.waitsFor ?? null };
}

/** The event of the exit reports it. */
const failingAfter = (exit: string): Phase => ({ phase: 'failing', reason: exit, isReported: true });

/** Returns what keeps a daemon from the tip, or null. A running node stays so until a problem is reported. */
function notAtTip({ reported, detected }: NodeProblems, arrives: boolean): string | null {
  // A daemon that comes up with an old tip has yet to get the blocks that it missed.
  const ofArrival = arrives
    ? detected.filter(({ code }) => (isOffTip(code) || code === 'tip_stale') && code !== 'no_peers')
    : [];
  const all = [...reported.filter(({ code }) => isOffTip(code)), ...ofArrival];
  return all.length === 0 ? null : [...new Set(all.map(({ reason }) => reason))].join('; ');
}

/** Returns whether the daemon has answered in its current run: the phase is younger than the run. */
const hasAnswered = ({ phase, since }: NodeRecord['status'], { startedAt }: Workload): boolean =>
  isAnswering(phase) && startedAt !== null && Date.parse(startedAt) <= Date.parse(since);

export interface PhaseChange {
  nodeId: string;
  before: Phase;
  after: Phase;
  health: NodeHealth | null;
  /** The last failure needs no event of its own. */
  quiet: boolean;
}

/** The events of a phase change: a new problem, and a daemon that answers again. */
export function phaseEvents({ nodeId, before, after, health, quiet }: PhaseChange): NewEvent[] {
  const events: NewEvent[] = [];
  const problem = problemOf(after);
  if (problem !== null && problem !== problemOf(before) && !quiet)
    events.push({ kind: 'node.failing', nodeId, message: capitalized(problem) });
  if (isAnswering(after.phase) && !isAnswering(before.phase)) {
    const height = health === null || health.state === 'starting' ? 0 : health.height;
    events.push({
      kind: 'node.answering',
      nodeId,
      message: `The daemon is up at height ${height}.`,
    });
  }
  return events;
}

/** In other phases the reason explains what the agent does, and is no problem. One cause has one event. */
const problemOf = (phase: Phase): string | null =>
  (phase.phase === 'failing' || isAnswering(phase.phase)) && !phase.isReported ? phase.reason : null;
