/** `conflict`: the object's state; `port-conflict`: a host port is in use; `refused`: everything else. */
export type RuntimeFault =
  | 'unreachable'
  | 'timeout'
  | 'not-found'
  /** The object is already in the requested state. */
  | 'not-modified'
  | 'conflict'
  | 'port-conflict'
  | 'refused';

/** A failed call to a runtime. The message names the call and quotes the runtime. */
export class RuntimeError extends Error {
  override name = 'RuntimeError';
  readonly fault: RuntimeFault;

  constructor(fault: RuntimeFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** A step that cannot be carried out. The message says why and what to do. */
export const refused = (message: string, options?: ErrorOptions) => new RuntimeError('refused', message, options);

/** Handles the failure of a call for something that may not exist: null then. Throws every other failure. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof RuntimeError && error.fault === 'not-found') return null;
  throw error;
}

/** Returns a handler of failures that counts these faults as success, and throws every other failure. */
export const ignoring =
  (...faults: RuntimeFault[]) =>
  (error: unknown): void => {
    if (!(error instanceof RuntimeError && faults.includes(error.fault))) throw error;
  };

/** No free port on this host. The message says what the operator can do. */
export class NoFreePort extends Error {
  override name = 'NoFreePort';
}
