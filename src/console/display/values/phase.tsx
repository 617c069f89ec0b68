import type { NodePhase } from '../../../contract/types.generated.ts';
import type { StateLook } from './state-look.ts';
import { Tone } from './tone.tsx';

/** How each phase is shown. One that this console does not know is shown as it is named. */
const looks: Readonly<Record<NodePhase, StateLook>> = {
  pending: { word: 'pending', tone: 'busy' },
  pulling: { word: 'pulling', tone: 'busy' },
  starting: { word: 'starting', tone: 'busy' },
  syncing: { word: 'syncing', tone: 'busy' },
  running: { word: 'running', tone: 'good' },
  stopping: { word: 'stopping', tone: 'busy' },
  stopped: { word: 'stopped', tone: 'idle' },
  failing: { word: 'failing', tone: 'bad' },
  deleting: { word: 'deleting', tone: 'busy' },
  deleted: { word: 'deleted', tone: 'idle' },
  unknown: { word: 'unknown', tone: 'warning' },
};

const lookOf = (phase: string): StateLook => looks[phase as NodePhase] ?? { word: phase, tone: 'warning' };

export const phaseWord = (phase: string): string => lookOf(phase).word;

/** A node's phase: a word with a colored dot. */
export function Phase({ phase }: { phase: string }) {
  const { word, tone } = lookOf(phase);
  return <Tone tone={tone}>{word}</Tone>;
}
