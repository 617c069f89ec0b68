import type { NodePhase } from './types.generated.ts';

interface PhaseTraits {
  answers?: true;
  /** Whether the daemon runs, so that recent samples may exist. */
  isUp?: true;
  tone: 'good' | 'busy' | 'warning' | 'bad' | 'idle';
}

/** In the order of lists and filters: those that need attention first. */
const phaseTraits: Readonly<Record<NodePhase, PhaseTraits>> = {
  failing: { tone: 'bad' },
  unknown: { tone: 'warning' },
  syncing: { answers: true, isUp: true, tone: 'busy' },
  starting: { isUp: true, tone: 'busy' },
  pulling: { tone: 'busy' },
  pending: { tone: 'busy' },
  stopping: { isUp: true, tone: 'busy' },
  deleting: { tone: 'busy' },
  running: { answers: true, isUp: true, tone: 'good' },
  stopped: { tone: 'idle' },
  deleted: { tone: 'idle' },
};

export const phases = Object.keys(phaseTraits) as NodePhase[];

/** Returns a phase's traits; undefined for a phase of a newer version. */
export const traitsOf = (phase: string): PhaseTraits | undefined => phaseTraits[phase as NodePhase];

export const isAnswering = (phase: NodePhase | null | undefined): boolean =>
  phase != null && traitsOf(phase)?.answers === true;
