import { windowsText } from '../../contract/maintenance-text.ts';
import type { MaintenanceScheduleRowFragment } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { labelText } from '../labels.ts';
import { consequence, type Pace } from './pace.ts';

type Schedule = Pick<MaintenanceScheduleRowFragment, 'label' | 'windows'>;

/**
 * Names the consequence of a change that restarts running nodes, and the maintenance windows that they wait for:
 * `schedulesAfter` returns those that hold once everything else is changed.
 */
export async function consequenceLines(
  api: Api,
  restarts: number,
  pace: Pace,
  schedulesAfter: (current: readonly Schedule[]) => readonly Schedule[] = (current) => current,
): Promise<string[]> {
  const lines = consequence(restarts, pace);
  const { atOnce, outsideWindows, window = [] } = pace;
  if (lines.length === 0 || outsideWindows || window.length > 0) return lines;
  const schedules = schedulesAfter((await api.call('ListMaintenanceSchedules', {})).maintenanceSchedules);
  if (schedules.length === 0) return lines;
  if (atOnce) return [...lines, 'they restart now, outside of their maintenance windows too'];
  return [
    ...lines,
    'each waits for its maintenance window; --outside-windows restarts them at any hour',
    ...schedules.map((schedule) => `  ${nodesOf(schedule)}: ${windowsText(schedule.windows)}`),
  ];
}

const nodesOf = ({ label }: Schedule): string => (label === null ? 'all others' : labelText([label]));
