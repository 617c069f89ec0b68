import type { ChainNetworkState } from '../../../contract/types.generated.ts';
import { Tone } from '../../display/text.tsx';

const tones = { agreed: 'good', comparing: 'busy', split: 'bad' } as const;

export const NetworkState = ({ state }: { state: ChainNetworkState }) => <Tone tone={tones[state]}>{state}</Tone>;
