import type { DesiredState, NodePhase } from '../../contract/types.generated.ts';
import { isUp, type ObservedContainer } from '../docker/engine/observed-container.ts';
import type { Plan } from '../docker/plan.ts';
import type { Step } from '../docker/step.ts';
import type { NodeHealth } from '../monitor/health.ts';
import { corruptAdvice, saysCorrupt } from './crash-message.ts';
import type { NodeMemory, UnexpectedExit } from './node-record.ts';

export interface Phase {
  phase: NodePhase;
  /** For people; null when the phase says it all. */
  reason: string | null;
}

export interface PhaseInput {
  desiredState: DesiredState;
  plan: Plan;
  container: ObservedContainer | undefined;
  /** What the watcher says of the run that is up now; null when nothing is watched. */
  health: NodeHealth | null;
  memory: Pick<NodeMemory, 'exit' | 'failure'>;
}

/** Where a node is in its life while no step is under way. Pure. */
export function phaseOf(input: PhaseInput): Phase {
  const { desiredState, plan, container, memory } = input;
  if (desiredState === 'deleted') return phaseOfDeletion(input);
  if (container !== undefined && isUp(container) && desiredState === 'running') return phaseOfRun(input, container);
  if (memory.failure !== null) return { phase: 'failing', reason: memory.failure.message };
  if (plan.blocked !== null) return { phase: 'failing', reason: plan.blocked };
  if (desiredState === 'stopped')
    return { phase: container !== undefined && isUp(container) ? 'stopping' : 'stopped', reason: null };
  if (memory.exit !== null && memory.exit.code !== 0) return { phase: 'failing', reason: describeExit(memory.exit) };
  if (container === undefined) return { phase: 'pending', reason: null };
  return { phase: 'starting', reason: container.state === 'removing' ? 'the engine removes its container' : null };
}

/** Where a node is while a step is under way. */
export function phaseDuring(step: Step, desiredState: DesiredState): Phase {
  if (desiredState === 'deleted')
    return { phase: step.kind === 'stop-container' ? 'stopping' : 'deleting', reason: step.why };
  if (step.kind === 'pull-image') return { phase: 'pulling', reason: step.why };
  if (step.kind === 'stop-container') return { phase: 'stopping', reason: step.why };
  return { phase: 'starting', reason: step.why };
}

function phaseOfDeletion({ plan, container, memory }: PhaseInput): Phase {
  if (memory.failure !== null) return { phase: 'deleting', reason: memory.failure.message };
  if (plan.blocked !== null) return { phase: 'deleting', reason: plan.blocked };
  return { phase: container === undefined && plan.steps.length === 0 ? 'deleted' : 'deleting', reason: null };
}

function phaseOfRun({ plan, health, memory }: PhaseInput, container: ObservedContainer): Phase {
  const trouble = memory.failure?.message ?? plan.blocked;
  if (health !== null && health.state !== 'starting') return { phase: health.state, reason: trouble };
  if (memory.exit !== null && memory.exit.code !== 0) return { phase: 'failing', reason: describeExit(memory.exit) };
  if (container.state === 'restarting')
    return { phase: 'failing', reason: 'the daemon ended and the engine starts it again' };
  if (trouble !== null) return { phase: 'failing', reason: trouble };
  return { phase: 'starting', reason: health?.message ?? null };
}

/** Says how a daemon ended: its last words, its exit code, whether memory ran out, and what the owner can do. */
export function describeExit(exit: Omit<UnexpectedExit, 'times'>): string {
  const code = exit.code === null ? 'the daemon ended by itself' : `the daemon ended with exit code ${exit.code}`;
  const memory = exit.outOfMemory ? ' because its memory limit was reached (give the node more memory)' : '';
  const killed = exit.code === 137 && !exit.outOfMemory ? ' (it was killed: by someone, or for lack of memory)' : '';
  const words = exit.lastWords === null ? '' : `: ${exit.lastWords}`;
  const advice = exit.lastWords !== null && saysCorrupt(exit.lastWords) ? ` ${corruptAdvice}` : '';
  return `${code}${memory}${killed}${words}${advice}`;
}
