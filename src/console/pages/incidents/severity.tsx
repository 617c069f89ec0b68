import type { AlertSeverity } from '../../../contract/types.generated.ts';
import { Tone } from '../../display/values/tone.tsx';

const tones = { info: 'idle', warning: 'warning', critical: 'bad' } as const;

/** How serious an incident is: a word with a colored dot. */
export const Severity = ({ severity }: { severity: AlertSeverity }) => <Tone tone={tones[severity]}>{severity}</Tone>;
