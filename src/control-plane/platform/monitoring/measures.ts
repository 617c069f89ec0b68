/** What the parts of a control plane count. None of it names an organization, a person, a host or a node. */
export interface Measures {
  /** An answer of any kind. */
  answered(status: number): void;
  /** `operation` is a field of Query, Mutation or Subscription; `several` where a request asks for more than one, `none` where it is refused before. */
  request(request: { operation: string; code: string; seconds: number }): void;
  events(counts: { accepted: number; rejected: number }): void;
  /** An answer would have held too much. */
  budgetRefusal(): void;
  /** No code handled an error: a promise's rejection, or an exception. */
  unhandledError(kind: 'rejection' | 'exception'): void;
  /** The connection to the other replicas is open, for the first time or again. */
  busOpened(): void;
  jobRun(run: { job: string; succeeded: boolean }): void;
  webhookAttempt(attempt: { delivered: boolean; seconds: number }): void;
}

/** Counts nothing. */
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
