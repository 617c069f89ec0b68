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
      return `has started: ${counted(happening.executors, 'executor')} in ${counted(happening.groups, 'group')} (${happening.by}).`;
    case 'paused':
      return `is paused (${happening.by}); no further group is asked.`;
    case 'resumed':
      return `goes on (${happening.by})${happening.skipped === 0 ? '.' : `; ${counted(happening.skipped, 'executor')} left out.`}`;
    case 'stopped':
      return `has stopped: ${happening.reason} ${counted(happening.waiting, 'executor')} not asked yet.`;
    case 'finished':
      return `has finished: ${counted(happening.upgraded, 'executor')} upgraded${happening.skipped === 0 ? '.' : `, ${happening.skipped} left out.`}`;
    case 'cancelled':
      return `was cancelled (${happening.by}); what is under way ends by itself.`;
  }
}
