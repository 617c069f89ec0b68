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

/** Blocks come every ten minutes on average: a gap of so many minutes has the probability that the API takes. */
const meanMinutes = 10;

/** The thresholds as a person sets them; that of a stale tip as minutes, and not as a probability. */
export const thresholdFields: readonly ThresholdField[] = [
  { key: 'executorOfflineSeconds', label: 'Executor offline for', unit: 's', min: 30, max: 86_400, isOfNode: false },
  { key: 'nodeFailingSeconds', label: 'Node cannot run for', unit: 's', min: 30, max: 86_400, isOfNode: true },
  { key: 'crashLoopExits', label: 'Crash loop: exits in an hour', unit: '', min: 2, max: 100, isOfNode: true },
  { key: 'syncStalledMinutes', label: 'Sync without progress for', unit: 'min', min: 5, max: 1440, isOfNode: true },
  { key: 'noPeersMinutes', label: 'No peers for', unit: 'min', min: 1, max: 1440, isOfNode: true },
  { key: 'blocksBehind', label: 'Behind the other nodes by', unit: 'blocks', min: 1, max: 1000, isOfNode: true },
  { key: 'tipProbability', label: 'Last block older than', unit: 'min', min: 30, max: 276, isOfNode: true },
  { key: 'memoryPercent', label: 'Memory of a node above', unit: '%', min: 50, max: 100, isOfNode: true },
  { key: 'diskFreePercent', label: 'Free disk below', unit: '%', min: 1, max: 50, isOfNode: false },
  { key: 'diskFullDays', label: 'Disk full in less than', unit: 'days', min: 1, max: 90, isOfNode: false },
  { key: 'keyEndsDays', label: 'Key ends in less than', unit: 'days', min: 1, max: 90, isOfNode: false },
  { key: 'webhookFailingMinutes', label: 'Webhook fails for', unit: 'min', min: 1, max: 1440, isOfNode: false },
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

/** Returns what changed between two states of the fields, as the API takes it: null for a field that was emptied. */
export function changedThresholds(former: Typed, typed: Typed): Partial<Record<Threshold, number | null>> {
  const changed: Partial<Record<Threshold, number | null>> = {};
  for (const { key } of thresholdFields) {
    const [was = '', is = ''] = [former[key], typed[key]];
    if (was !== is) changed[key] = is === '' ? null : sentValue(key, is);
  }
  return changed;
}

export type Mute = 'no' | 'hour' | 'day' | 'week' | 'ever' | 'as-is';

export const mutes: readonly { value: Mute; label: string }[] = [
  { value: 'no', label: 'as those of other nodes' },
  { value: 'as-is', label: 'none, for as long as it is muted already' },
  { value: 'hour', label: 'none for an hour' },
  { value: 'day', label: 'none for a day' },
  { value: 'week', label: 'none for a week' },
  { value: 'ever', label: 'none until this is changed' },
];

const hours = { hour: 1, day: 24, week: 168 } as const;

export const muteOf = (override: Pick<NodeOverride, 'muted' | 'mutedUntil'> | null): Mute =>
  !override?.muted ? 'no' : override.mutedUntil == null ? 'ever' : 'as-is';

/** Returns when a mute ends, as an ISO time; null where it does not, or there is none. */
export function mutedUntil(mute: Mute, former: Pick<NodeOverride, 'mutedUntil'> | null, nowMs: number): string | null {
  if (mute === 'no' || mute === 'ever') return null;
  if (mute === 'as-is') return former?.mutedUntil ?? null;
  return new Date(nowMs + hours[mute] * 3_600_000).toISOString();
}

/** Returns an instant as a field of the kind `datetime-local` takes it: to the minute, in the reader's own time. Pure but for the time zone. */
export function localInput(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** Returns the instant that such a field names in milliseconds since 1970; null where it names none. */
export function atLocal(text: string): number | null {
  const ms = new Date(text).getTime();
  return text === '' || Number.isNaN(ms) ? null : ms;
}
