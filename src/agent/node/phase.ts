import type { DesiredState, NodePhase } from '../../contract/types.generated.ts';
import type { NodeHealth } from '../monitor/health.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { Plan, StepDescription } from '../runtime/plan.ts';
import { isUp, type Workload } from '../runtime/workload.ts';
import { describeExit } from './describe-exit.ts';

export interface Phase {
  phase: NodePhase;
  /** For people; null when the phase says it all. */
  reason: string | null;
}

export interface PhaseInput {
  desiredState: DesiredState;
  plan: Plan;
  workload: Workload | undefined;
  /** What the monitor reports of the present run; null when no run is monitored. */
  health: NodeHealth | null;
  /** What was recorded; its `status` is the phase before. */
  record: Pick<NodeRecord, 'exit' | 'failure' | 'status'>;
}

/** The phase of a node while no step is running. Pure. */
export function phaseOf(input: PhaseInput): Phase {
  const { desiredState, plan, workload, record } = input;
  if (desiredState === 'deleted') return phaseOfDeletion(input);
  const up = workload !== undefined && isUp(workload);
  if (up && desiredState === 'running') return phaseOfRun(input, workload);
  if (record.failure !== null) return { phase: 'failing', reason: record.failure.message };
  if (plan.blocked !== null) return { phase: 'failing', reason: plan.blocked };
  if (desiredState === 'stopped') return { phase: up ? 'stopping' : 'stopped', reason: null };
  if (record.exit !== null && record.exit.code !== 0) return { phase: 'failing', reason: describeExit(record.exit) };
  if (workload === undefined) return { phase: 'pending', reason: null };
  return { phase: 'starting', reason: workload.state === 'removing' ? 'its container is being removed' : null };
}

/** The phase of a node while a step is running. Pure. */
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

function phaseOfRun({ plan, health, record }: PhaseInput, workload: Workload): Phase {
  const problem = record.failure?.message ?? plan.blocked;
  if (health !== null && health.state !== 'starting') return { phase: health.state, reason: problem };
  if (record.exit !== null && record.exit.code !== 0) return { phase: 'failing', reason: describeExit(record.exit) };
  if (workload.state === 'restarting')
    return { phase: 'failing', reason: 'the daemon ended and is being restarted by the engine' };
  if (health === null && hasAnswered(record.status, workload)) return { phase: record.status.phase, reason: problem };
  if (problem !== null) return { phase: 'failing', reason: problem };
  return { phase: 'starting', reason: health?.message ?? null };
}

/**
 * Returns whether the daemon has answered in its present run: it started before its phase did. So it was another agent, or this one before
 * it was started again, that heard it; what it says now is not known yet.
 */
const hasAnswered = ({ phase, since }: NodeRecord['status'], { startedAt }: Workload): boolean =>
  (phase === 'running' || phase === 'syncing') && startedAt !== null && Date.parse(startedAt) <= Date.parse(since);
