import { withState } from '../../contract/lifecycle-words.ts';
import type { ClientAdvisorySeverity, ClientLifecycleState } from '../../contract/types.generated.ts';

interface Lifecycle {
  state: ClientLifecycleState;
  advisories: readonly { severity: ClientAdvisorySeverity }[];
}

/** Whether a version is maintained and has no high-severity advisory. */
export const isSound = ({ state, advisories }: Lifecycle): boolean =>
  state === 'maintained' && advisories.every(({ severity }) => severity !== 'high');

export const choiceLabel = (version: string, lifecycle: Lifecycle): string =>
  lifecycle.state === 'maintained' && !isSound(lifecycle)
    ? `${version} (vulnerable)`
    : withState(version, lifecycle.state);
