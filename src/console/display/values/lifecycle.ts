import type { ClientAdvisorySeverity, ClientLifecycleState } from '../../../contract/types.generated.ts';

interface Lifecycle {
  state: ClientLifecycleState;
  advisories: readonly { severity: ClientAdvisorySeverity }[];
}

const words: Readonly<Record<ClientLifecycleState, string>> = {
  maintained: 'maintained',
  end_of_life: 'end of life',
  withdrawn: 'withdrawn',
  unknown: 'no dates known',
};

/** Whether a version is maintained and has no serious weakness. */
export const isSound = ({ state, advisories }: Lifecycle): boolean =>
  state === 'maintained' && advisories.every(({ severity }) => severity !== 'high');

/** A version with the mark of its state, unless it is maintained. */
export const withState = (version: string, state: ClientLifecycleState): string =>
  state === 'maintained' ? version : `${version} (${words[state]})`;

/** A version to choose, with its mark. */
export const choiceLabel = (version: string, lifecycle: Lifecycle): string =>
  lifecycle.state === 'maintained' && !isSound(lifecycle)
    ? `${version} (vulnerable)`
    : withState(version, lifecycle.state);
