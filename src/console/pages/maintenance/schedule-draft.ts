import type { MaintenanceSchedulesQuery } from '../../../client/operations.generated.ts';
import { maxMaintenanceWindows } from '../../../contract/limits.ts';
import { timeFaults } from '../../../contract/maintenance-text.ts';
import type { MaintenanceScheduleInput, MaintenanceWindow } from '../../../contract/types.generated.ts';
import { capitalized } from '../../../text/capitalized.ts';
import { readLabels } from '../labels/label-text.ts';

export type Schedule = NonNullable<MaintenanceSchedulesQuery['maintenanceSchedules']>[number];

export interface WindowDraft extends MaintenanceWindow {
  /** Unique within the form. */
  key: number;
}

export interface ScheduleDraft {
  /** Whether it is the schedule of a label, and not that of all other nodes. */
  isOfLabel: boolean;
  /** Such as `region=eu`. */
  label: string;
  timeZone: string;
  windows: readonly WindowDraft[];
}

/** A night at the weekend, as an example. */
const exampleWindow: MaintenanceWindow = { days: ['saturday'], from: '02:00', to: '05:00' };

/** Returns what a form starts from: a schedule, or a new one, of all nodes unless that exists. */
export function draftOf(schedule: Schedule | undefined, others: readonly Schedule[], timeZone: string): ScheduleDraft {
  const { label, windows } = schedule ?? {
    label: null,
    windows: { timeZone, windows: [exampleWindow] },
  };
  return {
    isOfLabel: schedule === undefined ? others.some(isOfAll) : label != null,
    label: label == null ? '' : `${label.key}=${label.value}`,
    timeZone: windows.timeZone,
    windows: windows.windows.map((window, key) => ({ ...window, key })),
  };
}

const isOfAll = ({ label }: Pick<Schedule, 'label'>): boolean => label == null;

export function withWindow({ windows, ...draft }: ScheduleDraft): ScheduleDraft {
  const key = Math.max(-1, ...windows.map((window) => window.key)) + 1;
  return { ...draft, windows: [...windows, { days: [], from: exampleWindow.from, to: exampleWindow.to, key }] };
}

export const mayAddWindow = ({ windows }: ScheduleDraft): boolean => windows.length < maxMaintenanceWindows;

export interface WindowFaults {
  days?: string;
  from?: string;
  to?: string;
}

export interface DraftFaults {
  label?: string;
  /** By the keys of windows; without those that have none. */
  windows: ReadonlyMap<number, WindowFaults>;
}

/** Returns what is wrong with a draft. `others` are the schedules that it must not replace. */
export function faultsOf({ isOfLabel, label, windows }: ScheduleDraft, others: readonly Schedule[]): DraftFaults {
  const ofWindows = windows.flatMap(({ key, days, ...times }): [number, WindowFaults][] => {
    const faults = {
      ...(days.length === 0 ? { days: 'Select at least one day.' } : {}),
      ...sentences(timeFaults(times)),
    };
    return Object.keys(faults).length === 0 ? [] : [[key, faults]];
  });
  const fault = isOfLabel ? labelFault(label, others) : undefined;
  return { ...(fault === undefined ? {} : { label: fault }), windows: new Map(ofWindows) };
}

const sentences = <T extends object>(faults: T): { [K in keyof T]: string } =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, `${capitalized(String(fault))}.`])) as {
    [K in keyof T]: string;
  };

function labelFault(text: string, others: readonly Schedule[]): string | undefined {
  const { labels, fault } = readLabels(text);
  const [label] = labels;
  if (fault !== undefined) return fault;
  if (label === undefined || labels.length > 1) return 'Enter one label, such as region=eu.';
  const exists = others.some((other) => other.label?.key === label.key && other.label.value === label.value);
  return exists ? 'This label already has a schedule. Edit that one.' : undefined;
}

export const isFaultless = ({ label, windows }: DraftFaults): boolean => label === undefined && windows.size === 0;

export const inputOf = (
  { isOfLabel, label, timeZone, windows }: ScheduleDraft,
  expectedRevision: number,
): MaintenanceScheduleInput => ({
  label: isOfLabel ? (readLabels(label).labels[0] ?? null) : null,
  windows: { timeZone, windows: windows.map(({ days, from, to }) => ({ days, from, to })) },
  expectedRevision,
});

/** Names the nodes of a schedule. */
export function nodesOf({ label }: Pick<Schedule, 'label'>, schedules: readonly Schedule[]): string {
  if (label != null) return `Nodes with ${label.key}=${label.value}`;
  return schedules.every(isOfAll) ? 'All nodes' : 'All other nodes';
}

/** What the deletion of a schedule means for its nodes. */
export const deletionText = ({ label }: Pick<Schedule, 'label'>, schedules: readonly Schedule[]): string =>
  label != null && schedules.some(isOfAll)
    ? 'These nodes then keep to the schedule of all other nodes.'
    : 'Rollouts then restart these nodes at any hour.';

/** The time zones of this browser, with the given one. */
export const timeZonesWith = (timeZone: string): string[] =>
  [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
