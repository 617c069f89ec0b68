export interface Measures {
  answered(status: number): void;
  /** `operation`: a root field, `several`, or `none` for a request that is refused before. */
  request(request: { operation: string; code: string; seconds: number }): void;
  events(counts: { accepted: number; rejected: number }): void;
  budgetRefusal(): void;
  unhandledError(kind: 'rejection' | 'exception'): void;
  busOpened(): void;
  jobRun(run: { job: string; succeeded: boolean }): void;
  webhookAttempt(attempt: { delivered: boolean; seconds: number }): void;
}

export const silentMeasures: Measures = {
  answered: () => undefined,
  request: () => undefined,
  events: () => undefined,
  budgetRefusal: () => undefined,
  unhandledError: () => undefined,
  busOpened: () => undefined,
  jobRun: () => undefined,
  webhookAttempt: () => undefined,
};
