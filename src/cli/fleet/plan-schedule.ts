import { windowText } from '../../contract/maintenance-text.ts';
import type { MaintenanceScheduleRowFragment } from '../../contract/operations.generated.ts';
import type { InputOf } from '../api.ts';
import { type Change, changeOf, request, updateOf } from './change.ts';
import { describeSchedule, type Schedule, scheduleName } from './current-fleet.ts';
import { differences } from './differences.ts';
import { type FleetSchedule, labelOfSchedule, windowsInFile } from './fleet-file.ts';

/** Decides what makes a maintenance schedule as a file describes it. One without windows is deleted. */
export function planSchedule(
  name: string,
  { timeZone = '', windows: texts }: FleetSchedule,
  current: MaintenanceScheduleRowFragment | undefined,
): Change {
  const named = { type: 'schedule' as const, name };
  const label = labelOfSchedule(name);
  const windows = windowsInFile(texts);
  if (windows.length === 0) {
    if (current === undefined) return changeOf('unchanged', named);
    const summary =
      label === null
        ? 'rollouts restart its nodes at any hour'
        : 'its nodes keep to the default schedule, or restart at any hour without one';
    return changeOf('delete', named, { summary, request: request('DeleteMaintenanceSchedule', { label }) });
  }
  const expectedRevision = current?.revision ?? 0;
  const set = request('SetMaintenanceSchedule', { data: { label, windows: { timeZone, windows }, expectedRevision } });
  const desired = { timeZone, windows: windows.map(windowText) };
  if (current === undefined) return changeOf('create', named, { fields: differences({}, desired), request: set });
  return updateOf(named, { fields: differences(describeSchedule(current), desired), request: set });
}

/** Returns the schedules as they are once the changes of a plan are made. */
export function schedulesAfter(current: readonly Schedule[], changes: readonly Change[]): Schedule[] {
  const after = new Map(current.map((schedule) => [scheduleName(schedule), schedule]));
  for (const { type, kind, name, request: made } of changes) {
    if (type !== 'schedule' || made === null) continue;
    if (kind === 'delete') after.delete(name);
    else {
      const { label = null, windows } = (made.variables as InputOf<'SetMaintenanceSchedule'>).data;
      after.set(name, { label, windows });
    }
  }
  return [...after.values()];
}
