import { traitsOf } from '../../contract/phases.ts';
import type { StateLook } from './format.ts';

/** A word with a dot that says at a glance how good it is; the word says it to everybody. */
export function Tone({ tone, children }: { tone: StateLook['tone']; children: string }) {
  return (
    <span className="phase" data-tone={tone}>
      {children}
    </span>
  );
}

/** A node's phase: a word with a colored dot. A phase that this console does not know is a warning. */
export function Phase({ phase }: { phase: string }) {
  return <Tone tone={traitsOf(phase)?.tone ?? 'warning'}>{phase}</Tone>;
}
