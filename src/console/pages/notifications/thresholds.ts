import type { NotificationThresholds } from '../../../contract/types.generated.ts';

export type Threshold = keyof NotificationThresholds;

interface ThresholdField {
  key: Threshold;
  label: string;
  unit: string;
  min: number;
  max: number;
  /** Whether a node may have its own. */
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

/** What stands in the fields: a number, or an empty text for the default. */
export type Typed = Partial<Record<Threshold, number | ''>>;

const shownValue = (key: Threshold, value: number): number =>
  key === 'tipProbability' ? Math.round(-Math.log(value) * meanMinutes) : value;

const sentValue = (key: Threshold, value: number): number =>
  key === 'tipProbability' ? Math.min(0.05, Math.max(1e-12, Math.exp(-value / meanMinutes))) : value;

/** Returns what stands in the fields at first. Pure. */
export function typedOf(thresholds: Readonly<Partial<Record<Threshold, number | null>>>): Typed {
  const typed: Typed = {};
  for (const { key } of thresholdFields) {
    const value = thresholds[key];
    if (value != null) typed[key] = shownValue(key, value);
  }
  return typed;
}

/** Returns what changed between two states of the fields, as the API takes it: null for a field that was emptied. Pure. */
export function changedThresholds(former: Typed, typed: Typed): Partial<Record<Threshold, number | null>> {
  const changed: Partial<Record<Threshold, number | null>> = {};
  for (const { key } of thresholdFields) {
    const [was = '', is = ''] = [former[key], typed[key]];
    if (was !== is) changed[key] = is === '' ? null : sentValue(key, is);
  }
  return changed;
}
