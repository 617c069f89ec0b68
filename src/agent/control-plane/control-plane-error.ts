/** `unreachable` includes time-outs and server errors; `invalid` is an answer that does not follow the contract. */
export type ControlPlaneFault = 'unreachable' | 'unauthorized' | 'refused' | 'invalid';

export class ControlPlaneError extends Error {
  override name = 'ControlPlaneError';
  readonly fault: ControlPlaneFault;
  /** The control plane's own code, and `invalid_input` also for values that GraphQL itself refuses; null without a code. */
  readonly code: string | null;

  constructor(fault: ControlPlaneFault, message: string, code: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    this.code = code;
  }
}

/** Names a kind of failure, for one log line per kind. The message is no part of it, because it may differ each time. */
export function failureKind(error: unknown): string {
  if (error instanceof ControlPlaneError) return `${error.fault} ${error.code}`;
  return error instanceof Error ? error.name : 'unknown';
}
