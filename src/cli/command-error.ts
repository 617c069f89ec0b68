/** An error that the operator can act on; printed without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** 2 for wrong usage, 1 for everything else. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The API refused a call. */
export class RefusedError extends CommandError {
  override name = 'RefusedError';
  /** The API's error code; null if none exists. */
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Turns an error of this class into a CommandError with its message; returns any other error unchanged. */
export function toCommandError(
  error: unknown,
  errorClass: abstract new (...args: never[]) => Error,
  exitCode: 1 | 2 = 1,
): unknown {
  return error instanceof errorClass ? new CommandError(error.message, exitCode) : error;
}
