/**
 * What a failed call to the control plane means: `unreachable` also for time-outs and server faults, `unauthorized` for a key that is
 * not taken, `refused` for an error that the control plane names with a code, `nonsense` for an answer that is none.
 */
export type ControlPlaneFault = 'unreachable' | 'unauthorized' | 'refused' | 'nonsense';

export class ControlPlaneError extends Error {
  override name = 'ControlPlaneError';
  readonly fault: ControlPlaneFault;
  /** The control plane's own code, and `invalid_input` also for values that GraphQL itself refuses; null when there is none. */
  readonly code: string | null;

  constructor(fault: ControlPlaneFault, message: string, code: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    this.code = code;
  }
}
