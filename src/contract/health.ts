import type { NodeHealthLevel, NodeHealthState, NodePhase } from './types.generated.ts';

/** What a state of health is called, and how urgent it is unless its judge knows better. The most urgent one comes first. */
export const healthStates: Readonly<Record<NodeHealthState, { label: string; level: NodeHealthLevel }>> = {
  failing: { label: 'failing', level: 'bad' },
  other_branch: { label: 'on another branch', level: 'bad' },
  unknown: { label: 'unknown', level: 'warning' },
  problem: { label: 'with a problem', level: 'warning' },
  stale: { label: 'not measured', level: 'warning' },
  behind: { label: 'behind', level: 'warning' },
  syncing: { label: 'syncing', level: 'busy' },
  not_answering: { label: 'not answering', level: 'busy' },
  in_sync: { label: 'in sync', level: 'good' },
  stopped: { label: 'stopped', level: 'idle' },
};

/** In the order of lists: the most urgent one first. */
export const healthOrder = Object.keys(healthStates) as NodeHealthState[];

interface JudgedNode {
  status: { phase: NodePhase };
  health: { state: NodeHealthState; level: NodeHealthLevel };
}

/** Returns a node's state in a word or two: its phase, or what its health says beyond that. */
export const stateWord = ({ status: { phase }, health: { state, level } }: JudgedNode): string =>
  ['other_branch', 'problem', 'stale', 'behind'].includes(state) && level !== 'busy'
    ? healthStates[state].label
    : phase;
