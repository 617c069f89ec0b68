import type { AlertSeverity } from '../../../contract/types.generated.ts';
import { Tone } from '../../display/text.tsx';

const tones = { info: 'idle', warning: 'warning', critical: 'bad' } as const;

export const Severity = ({ severity }: { severity: AlertSeverity }) => (
  <Tone tone={tones[severity]} isPill>
    {severity}
  </Tone>
);
