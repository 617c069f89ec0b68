import type { NotificationThresholds } from '../../../contract/types.generated.ts';
import type { NodeOverridesQuery, NotificationSettingsQuery } from './operations.generated.ts';

export type Settings = NonNullable<NotificationSettingsQuery['notificationSettings']>;
export type Webhook = NonNullable<Settings['webhook']>;
export type NodeOverride = NonNullable<NodeOverridesQuery['notificationSettings']>['nodeOverrides'][number];

type Threshold = keyof NotificationThresholds;

interface ThresholdField {
  key: Threshold;
  label: string;
  unit: string;
  min: number;
  max: number;
  isOfNode: boolean;
}

/** Average block interval in minutes. It converts a block age to the probability that the API takes. */
const meanMinutes = 10;

/** The editable thresholds; the one for a stale tip in minutes instead of a probability. */
export const thresholdFields: readonly ThresholdField[] = [
  { key: 'executorOfflineSeconds', label: 'Host offline for', unit: 's', min: 30, max: 86_400, isOfNode: false },
  { key: 'nodeFailingSeconds', label: 'Node failing for', unit: 's', min: 30, max: 86_400, isOfNode: true },
  { key: 'crashLoopExits', label: 'Crash loop: exits per hour', unit: '', min: 2, max: 100, isOfNode: true },
  { key: 'syncStalledMinutes', label: 'Sync without progress for', unit: 'min', min: 5, max: 1440, isOfNode: true },
  { key: 'noPeersMinutes', label: 'No peers for', unit: 'min', min: 1, max: 1440, isOfNode: true },
  { key: 'blocksBehind', label: 'Behind other nodes by', unit: 'blocks', min: 1, max: 1000, isOfNode: true },
  { key: 'tipProbability', label: 'Last block older than', unit: 'min', min: 30, max: 276, isOfNode: true },
  { key: 'memoryPercent', label: 'Node memory above', unit: '%', min: 50, max: 100, isOfNode: true },
  { key: 'diskFreePercent', label: 'Free disk below', unit: '%', min: 1, max: 50, isOfNode: false },
  { key: 'diskFullDays', label: 'Disk full in less than', unit: 'days', min: 1, max: 90, isOfNode: false },
  { key: 'keyEndsDays', label: 'Key expires in less than', unit: 'days', min: 1, max: 90, isOfNode: false },
  { key: 'webhookFailingMinutes', label: 'Webhook failing for', unit: 'min', min: 1, max: 1440, isOfNode: false },
];

export type Typed = Partial<Record<Threshold, number | ''>>;

const shownValue = (key: Threshold, value: number): number =>
  key === 'tipProbability' ? Math.round(-Math.log(value) * meanMinutes) : value;

const sentValue = (key: Threshold, value: number): number =>
  key === 'tipProbability' ? Math.min(0.05, Math.max(1e-12, Math.exp(-value / meanMinutes))) : value;

export function typedOf(thresholds: Readonly<Partial<Record<Threshold, number | null>>>): Typed {
  const typed: Typed = {};
  for (const { key } of thresholdFields) {
    const value = thresholds[key];
    if (value != null) typed[key] = shownValue(key, value);
  }
  return typed;
}

/** Returns the changed thresholds for the API: null for a cleared field. */
export function changedThresholds(saved: Typed, typed: Typed): Partial<Record<Threshold, number | null>> {
  const changed: Partial<Record<Threshold, number | null>> = {};
  for (const { key } of thresholdFields) {
    const [was = '', is = ''] = [saved[key], typed[key]];
    if (was !== is) changed[key] = is === '' ? null : sentValue(key, is);
  }
  return changed;
}

export type Mute = 'no' | 'hour' | 'day' | 'week' | 'ever' | 'as-is';

export const mutes: readonly { value: Mute; label: string }[] = [
  { value: 'no', label: 'Same as other nodes' },
  { value: 'as-is', label: 'Keep current mute' },
  { value: 'hour', label: 'Mute for 1 hour' },
  { value: 'day', label: 'Mute for 1 day' },
  { value: 'week', label: 'Mute for 1 week' },
  { value: 'ever', label: 'Mute until changed' },
];

const hours = { hour: 1, day: 24, week: 168 } as const;

export const muteOf = (override: Pick<NodeOverride, 'muted' | 'mutedUntil'> | null): Mute =>
  !override?.muted ? 'no' : override.mutedUntil == null ? 'ever' : 'as-is';

/** Returns the end of a mute as an ISO time; null for no mute or an unlimited one. */
export function mutedUntil(mute: Mute, saved: Pick<NodeOverride, 'mutedUntil'> | null, nowMs: number): string | null {
  if (mute === 'no' || mute === 'ever') return null;
  if (mute === 'as-is') return saved?.mutedUntil ?? null;
  return new Date(nowMs + hours[mute] * 3_600_000).toISOString();
}

/** Formats a time for a `datetime-local` input: to the minute, in local time. */
export function localInput(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` input to milliseconds since 1970; null if invalid. */
export function atLocal(text: string): number | null {
  const ms = new Date(text).getTime();
  return text === '' || Number.isNaN(ms) ? null : ms;
}
