/** One threshold of a rule: what it is where nobody set it, and the bounds of what may be set. */
interface ThresholdBounds {
  usual: number;
  min: number;
  max: number;
}

/** Thresholds that may differ for one node. */
export const nodeThresholdBounds = {
  nodeFailingSeconds: { usual: 120, min: 30, max: 86_400 },
  crashLoopExits: { usual: 3, min: 2, max: 100 },
  syncStalledMinutes: { usual: 30, min: 5, max: 1440 },
  noPeersMinutes: { usual: 10, min: 1, max: 1440 },
  blocksBehind: { usual: 3, min: 1, max: 1000 },
  /** Of a gap as long as the present one between two blocks of a chain that is well. */
  tipProbability: { usual: 1e-4, min: 1e-12, max: 0.05 },
  memoryPercent: { usual: 95, min: 50, max: 100 },
} as const satisfies Record<string, ThresholdBounds>;

/** All thresholds of an organization. */
export const thresholdBounds = {
  ...nodeThresholdBounds,
  executorOfflineSeconds: { usual: 120, min: 30, max: 86_400 },
  diskFreePercent: { usual: 10, min: 1, max: 50 },
  diskFullDays: { usual: 7, min: 1, max: 90 },
  keyEndsDays: { usual: 14, min: 1, max: 90 },
  webhookFailingMinutes: { usual: 15, min: 1, max: 1440 },
} as const satisfies Record<string, ThresholdBounds>;

export type Thresholds = Record<keyof typeof thresholdBounds, number>;
export type NodeThresholds = Record<keyof typeof nodeThresholdBounds, number>;

const usualThresholds = Object.fromEntries(
  Object.entries(thresholdBounds).map(([name, { usual }]) => [name, usual]),
) as Thresholds;

/** Returns the thresholds in force: what each later layer sets replaces what is set before it. */
export const thresholdsOf = (...layers: readonly (Partial<Thresholds> | undefined)[]): Thresholds =>
  Object.assign({}, usualThresholds, ...layers);
