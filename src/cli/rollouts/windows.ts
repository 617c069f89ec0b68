import type { Command } from 'commander';
import { nextWindowText, windowsText } from '../../contract/maintenance-text.ts';
import type { MaintenanceScheduleRowFragment } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { labelText } from '../labels.ts';
import { printList } from '../lists.ts';
import { describeArguments, type KeyValue, labelOption, option, watchOption, yesOption } from '../options.ts';
import { type Line, print, table } from '../output.ts';
import { confirm } from '../prompt.ts';
import { readWindows } from './pace.ts';

const scheduleLabel = labelOption('the schedule of the nodes with this label (default: of all other nodes)');

export function register(group: Command): void {
  defineApiCommand(group, 'list', 'list the maintenance schedules', [watchOption]).action((api, options) =>
    printList(api, options, {
      fetch: async () => (await api.call('ListMaintenanceSchedules', {})).maintenanceSchedules,
      hint: "no maintenance windows; rollouts restart nodes at any hour. Set one: satrap windows set 'Sat 02:00-05:00 UTC'",
      lines: scheduleTable,
      types: ['organization'],
    }),
  );
  const set = defineApiCommand(
    group,
    'set <windows...>',
    'set the weekly windows in which rollouts restart running nodes',
    [
      scheduleLabel,
      option('--time-zone <zone>', 'time zone of the windows, such as Europe/Berlin, unless one of them names it'),
    ],
  ).action(async (api, { label, timeZone, ...options }, texts) => {
    const data = { label: onlyLabel(label), windows: readWindows(texts, timeZone) };
    const { schedule } = (await api.call('SetMaintenanceSchedule', { data })).setMaintenanceSchedule;
    print(schedule, options, () => [`rollouts restart ${nodesOf(schedule)} only ${windowsText(schedule.windows)}`]);
  });
  describeArguments(set, { windows: "windows, such as 'Sat,Sun 02:00-05:00 Europe/Berlin'" });
  defineApiCommand(group, 'delete', 'delete a schedule', [scheduleLabel, yesOption]).action(
    async (api, { label, yes, ...options }) => {
      const named = onlyLabel(label);
      const nodes = nodesOf({ label: named });
      if (!yes) await confirm(`Delete the schedule of ${nodes}? Rollouts may restart them at any hour.`);
      const { schedule } = (await api.call('DeleteMaintenanceSchedule', { label: named })).deleteMaintenanceSchedule;
      print(schedule, options, () => [`deleted the schedule of ${nodes}`]);
    },
  );
}

/** Throws CommandError for several labels. */
function onlyLabel(labels: readonly KeyValue[]): KeyValue | null {
  if (labels.length > 1) throw new CommandError('a schedule has one label', 'usage');
  return labels[0] ?? null;
}

const nodesOf = ({ label }: Pick<MaintenanceScheduleRowFragment, 'label'>): string =>
  label === null ? 'nodes without a schedule of a label' : `nodes with ${labelText([label])}`;

const scheduleTable = (list: readonly MaintenanceScheduleRowFragment[]): Line[] =>
  table(list, {
    nodes: ({ label }) => (label === null ? 'all others' : labelText([label])),
    windows: ({ windows }) => windowsText(windows),
    now: nextWindowText,
  });
