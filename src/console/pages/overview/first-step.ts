export const firstSteps = ['host', 'node', 'alerts'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Returns the step of the first run that is to do; null once all are done. */
export function firstStep(done: { hosts: number; nodes: number; hasAlerts: boolean }): FirstStep | null {
  if (done.hosts === 0) return 'host';
  if (done.nodes === 0) return 'node';
  return done.hasAlerts ? null : 'alerts';
}
