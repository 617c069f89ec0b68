import type { NotificationSettingsQuery } from '../../../client/operations.generated.ts';
import { thresholdBounds } from '../../../contract/thresholds.ts';
import type { NotificationThresholds } from '../../../contract/types.generated.ts';
import type { NodeOverridesQuery } from './operations.generated.ts';

export type Settings = NonNullable<NotificationSettingsQuery['notificationSettings']>;
export type NodeOverride = NonNullable<NodeOverridesQuery['notificationSettings']>['nodeOverrides'][number];

type Threshold = keyof NotificationThresholds;

interface Rule {
  key: Threshold;
  /** Names the threshold. */
  label: string;
  unit: string;
}

/** Average block interval in minutes. It converts a block age to the probability that the API takes. */
const meanMinutes = 10;

/** The rules with a threshold, by what they are about. The one for a stale tip in minutes instead of a probability. */
export const rules: Readonly<Record<'Hosts' | 'Nodes' | 'Keys and channels', readonly Rule[]>> = {
  Hosts: [
    { key: 'executorOfflineSeconds', label: 'Host offline for', unit: 's' },
    { key: 'diskFreePercent', label: 'Free disk below', unit: '%' },
    { key: 'diskFullDays', label: 'Disk full within', unit: 'days' },
  ],
  Nodes: [
    { key: 'nodeFailingSeconds', label: 'Node failing for', unit: 's' },
    { key: 'crashLoopExits', label: 'Crashes per hour', unit: 'times' },
    { key: 'syncStalledMinutes', label: 'Sync stalled for', unit: 'min' },
    { key: 'noPeersMinutes', label: 'No peers for', unit: 'min' },
    { key: 'blocksBehind', label: 'Behind other nodes by', unit: 'blocks' },
    { key: 'tipProbability', label: 'Last block older than', unit: 'min' },
    { key: 'memoryPercent', label: 'Memory above', unit: '%' },
  ],
  'Keys and channels': [
    { key: 'keyEndsDays', label: 'Key expires within', unit: 'days' },
    { key: 'channelFailingMinutes', label: 'Channel failing for', unit: 'min' },
  ],
};

const allRules = Object.values(rules).flat();

export type Typed = Partial<Record<Threshold, number | ''>>;

const shownValue = (key: Threshold, value: number): number =>
  key === 'tipProbability' ? Math.round(-Math.log(value) * meanMinutes) : value;

const sentValue = (key: Threshold, value: number): number =>
  key === 'tipProbability' ? Math.min(0.05, Math.max(1e-12, Math.exp(-value / meanMinutes))) : value;

export function typedOf(thresholds: Readonly<Partial<Record<Threshold, number | null>>>): Typed {
  const typed: Typed = {};
  for (const { key } of allRules) {
    const value = thresholds[key];
    if (value != null) typed[key] = shownValue(key, value);
  }
  return typed;
}

const defaultOf = (key: Threshold): number => shownValue(key, thresholdBounds[key].default);

export const defaults: Typed = Object.fromEntries(allRules.map(({ key }) => [key, defaultOf(key)]));

/** Returns the lowest and the highest value. A longer gap between blocks is less probable. */
export function boundsOf(key: Threshold): { min: number; max: number } {
  const [one, other] = [thresholdBounds[key].min, thresholdBounds[key].max].map((value) => shownValue(key, value));
  return { min: Math.min(one ?? 0, other ?? 0), max: Math.max(one ?? 0, other ?? 0) };
}

/** Returns the changed thresholds for the API: null for one that is cleared, or has its value of `unset`. */
export function changedThresholds(saved: Typed, typed: Typed, unset: Typed = {}) {
  const changed: Partial<Record<Threshold, number | null>> = {};
  for (const { key } of allRules) {
    const [was = '', is = ''] = [saved[key], typed[key]];
    if (was !== is) changed[key] = is === '' || is === unset[key] ? null : sentValue(key, is);
  }
  return changed;
}

/** Describes a node's own thresholds in one line. */
export function describeThresholds(thresholds: Parameters<typeof typedOf>[0]): string {
  const typed = typedOf(thresholds);
  return allRules
    .filter(({ key }) => typed[key] !== undefined)
    .map(({ key, label, unit }) => `${label} ${typed[key]} ${unit}`)
    .join(', ');
}

/** How long a node can be muted; null for until somebody unmutes it. */
export const mutes = {
  hour: { label: 'Mute for 1 hour', hours: 1 },
  day: { label: 'Mute for 1 day', hours: 24 },
  week: { label: 'Mute for 1 week', hours: 168 },
  ever: { label: 'Mute until I unmute', hours: null },
} as const;

export type MuteChoice = keyof typeof mutes | 'no';

export function mutingOf(choice: MuteChoice, nowMs: number): Pick<NodeOverride, 'muted' | 'mutedUntil'> {
  if (choice === 'no') return { muted: false, mutedUntil: null };
  const { hours } = mutes[choice];
  return { muted: true, mutedUntil: hours === null ? null : new Date(nowMs + hours * 3_600_000).toISOString() };
}
