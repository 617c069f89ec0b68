import type { NodePhase } from './types.generated.ts';

/** What holds of every node in a phase. */
interface PhaseTraits {
  /** Whether its daemon answers. */
  answers?: true;
  /** Whether its daemon runs, so that it may have been measured just now. */
  isUp?: true;
  /** How it is shown. */
  tone: 'good' | 'busy' | 'warning' | 'bad' | 'idle';
}

/** In the order of the console's filter. */
const phaseTraits: Readonly<Record<NodePhase, PhaseTraits>> = {
  running: { answers: true, isUp: true, tone: 'good' },
  syncing: { answers: true, isUp: true, tone: 'busy' },
  starting: { isUp: true, tone: 'busy' },
  pulling: { tone: 'busy' },
  pending: { tone: 'busy' },
  stopping: { isUp: true, tone: 'busy' },
  stopped: { tone: 'idle' },
  failing: { tone: 'bad' },
  unknown: { tone: 'warning' },
  deleting: { tone: 'busy' },
  deleted: { tone: 'idle' },
};

export const phases = Object.keys(phaseTraits) as NodePhase[];

/** Returns the traits of a phase; undefined for one that only a newer version knows. */
export const traitsOf = (phase: string): PhaseTraits | undefined => phaseTraits[phase as NodePhase];

/** Whether a node's daemon answers in a phase. */
export const isAnswering = (phase: NodePhase | null | undefined): boolean =>
  phase != null && traitsOf(phase)?.answers === true;
