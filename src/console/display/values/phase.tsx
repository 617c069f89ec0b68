import { traitsOf } from '../../../contract/phases.ts';
import { Tone } from './tone.tsx';

/** A node's phase: a word with a colored dot. A phase that this console does not know is a warning. */
export function Phase({ phase }: { phase: string }) {
  return <Tone tone={traitsOf(phase)?.tone ?? 'warning'}>{phase}</Tone>;
}
