import { Tone } from '../../display/text.tsx';
import type { ExecutorListQuery } from './operations.generated.ts';

type Host = Pick<
  NonNullable<ExecutorListQuery['executorsConnection']>['nodes'][number],
  'status' | 'uninstalledAt' | 'recovery' | 'cordon' | 'drain'
>;

export function ExecutorState({ status, uninstalledAt, recovery, cordon, drain }: Host) {
  if (uninstalledAt != null) return <Tone tone="idle">uninstalled</Tone>;
  if (status === 'offline') return <Tone tone="bad">offline</Tone>;
  if (recovery != null) return <Tone tone="warning">offers nodes</Tone>;
  if (drain != null)
    return (
      <Tone tone={drain.completedAt == null ? 'busy' : 'warning'}>
        {drain.completedAt == null ? `draining, ${drain.remaining} left` : 'drained'}
      </Tone>
    );
  return cordon == null ? <Tone tone="good">online</Tone> : <Tone tone="warning">cordoned</Tone>;
}
