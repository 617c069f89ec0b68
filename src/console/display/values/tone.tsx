import type { StateLook } from './state-look.ts';

/** A word with a dot that says at a glance how good it is; the word says it to everybody. */
export function Tone({ tone, children }: { tone: StateLook['tone']; children: string }) {
  return (
    <span className="phase" data-tone={tone}>
      {children}
    </span>
  );
}
