import { counted } from '../../../text/counted.ts';
import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import type { RolloutRow } from '../../tables/releases.ts';

export type RolloutHappening =
  | { kind: 'started'; by: string; executors: number; groups: number }
  | { kind: 'paused' | 'cancelled'; by: string }
  | { kind: 'resumed'; by: string; skipped: number }
  | { kind: 'stopped'; reason: string; waiting: number }
  | { kind: 'finished'; upgraded: number; skipped: number };

export function rolloutEvent(
  { targetVersion }: Pick<RolloutRow, 'targetVersion'>,
  happening: RolloutHappening,
): ControlPlaneEvent {
  return {
    kind: `rollout.${happening.kind}`,
    message: `The rollout of ${targetVersion} ${sentenceOf(happening)}`,
  };
}

function sentenceOf(happening: RolloutHappening): string {
  switch (happening.kind) {
    case 'started':
      return `started: ${counted(happening.executors, 'host')} in ${counted(happening.groups, 'group')} (${happening.by}).`;
    case 'paused':
      return `was paused (${happening.by}); no further group starts.`;
    case 'resumed':
      return `was resumed (${happening.by})${happening.skipped === 0 ? '.' : `; ${counted(happening.skipped, 'host')} skipped.`}`;
    case 'stopped':
      return `stopped: ${happening.reason} ${counted(happening.waiting, 'host')} still waiting.`;
    case 'finished':
      return `finished: ${counted(happening.upgraded, 'host')} upgraded${happening.skipped === 0 ? '.' : `, ${happening.skipped} skipped.`}`;
    case 'cancelled':
      return `was cancelled (${happening.by}); pending upgrades still finish.`;
  }
}
