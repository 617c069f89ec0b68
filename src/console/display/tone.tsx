import { traitsOf } from '../../contract/phases.ts';
import type { StateLook } from './format.ts';

/** A word with a colored dot; color is never the only cue. */
export function Tone({ tone, children }: { tone: StateLook['tone']; children: string }) {
  return (
    <span className="phase" data-tone={tone} style={{ '--tone': `var(--console-${tone})` } as object}>
      {children}
    </span>
  );
}

/** A node's phase with a colored dot. An unknown phase is a warning. */
export function Phase({ phase }: { phase: string }) {
  return <Tone tone={traitsOf(phase)?.tone ?? 'warning'}>{phase}</Tone>;
}
