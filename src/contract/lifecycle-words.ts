import type { ClientLifecycleState } from './types.generated.ts';

const words: Readonly<Record<ClientLifecycleState, string>> = {
  maintained: 'maintained',
  end_of_life: 'end of life',
  withdrawn: 'withdrawn',
  unknown: 'no dates known',
};

/** A version, marked with its state unless it is maintained. */
export const withState = (version: string, state: ClientLifecycleState): string =>
  state === 'maintained' ? version : `${version} (${words[state]})`;
