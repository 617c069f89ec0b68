/** An error that the person at the terminal can act on: printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** 2 for a command that was called wrongly, 1 for everything else. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The API refused a call. */
export class RefusedError extends CommandError {
  override name = 'RefusedError';
  /** Of the API; null for a failure that has none. */
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Returns an error of this class as a CommandError with its message, and every other error as it is. */
export function toCommandError(
  error: unknown,
  errorClass: abstract new (...args: never[]) => Error,
  exitCode: 1 | 2 = 1,
): unknown {
  return error instanceof errorClass ? new CommandError(error.message, exitCode) : error;
}
