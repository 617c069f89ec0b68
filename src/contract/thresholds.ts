interface ThresholdBounds {
  default: number;
  min: number;
  max: number;
}

export const nodeThresholdBounds = {
  nodeFailingSeconds: { default: 120, min: 30, max: 86_400 },
  crashLoopExits: { default: 3, min: 2, max: 100 },
  syncStalledMinutes: { default: 30, min: 5, max: 1440 },
  noPeersMinutes: { default: 10, min: 1, max: 1440 },
  blocksBehind: { default: 3, min: 1, max: 1000 },
  /** Probability of a gap between two blocks as long as the current one, on a healthy chain. */
  tipProbability: { default: 1.9e-6, min: 1e-12, max: 0.05 },
  memoryPercent: { default: 95, min: 50, max: 100 },
} as const satisfies Record<string, ThresholdBounds>;

export const thresholdBounds = {
  ...nodeThresholdBounds,
  executorOfflineSeconds: { default: 120, min: 30, max: 86_400 },
  diskFreePercent: { default: 10, min: 1, max: 50 },
  diskFullDays: { default: 7, min: 1, max: 90 },
  keyEndsDays: { default: 14, min: 1, max: 90 },
  channelFailingMinutes: { default: 15, min: 1, max: 1440 },
} as const satisfies Record<string, ThresholdBounds>;
