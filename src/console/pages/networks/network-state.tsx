import type { ChainNetworkState } from '../../../contract/types.generated.ts';
import { Tone } from '../../display/text.tsx';

const looks = { agreed: ['good', 'in agreement'], comparing: ['busy', 'comparing'], split: ['bad', 'split'] } as const;

export function NetworkState({ state }: { state: ChainNetworkState }) {
  const [tone, word] = looks[state];
  return <Tone tone={tone}>{word}</Tone>;
}
