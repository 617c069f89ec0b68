export const exitCodes = {
  success: { code: 0, when: 'success' },
  failed: { code: 1, when: 'any other failure' },
  usage: { code: 2, when: 'wrong usage, or nothing to do' },
  not_signed_in: { code: 3, when: 'no API key, or the control plane does not accept it' },
  not_found: { code: 4, when: 'no such node, host, release or other object' },
  refused: { code: 5, when: 'the control plane refused: invalid input, conflict or missing permission' },
  unreachable: { code: 6, when: 'the control plane cannot be reached or is unavailable' },
  interrupted: { code: 130, when: 'interrupted with Ctrl-C' },
} as const;
export type Failure = Exclude<keyof typeof exitCodes, 'success'>;

export interface ErrorFields {
  /** The API's error code; null without one. */
  code?: string | null;
  issues?: readonly object[];
  requestId?: string | null;
  retryable?: boolean;
  /** How long the control plane asks to wait. */
  retryAfterSeconds?: number | null;
  hint?: string | null | undefined;
  /** A page of the documentation. */
  link?: string | null;
}

/** An error that the operator can act on; printed without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly failure: Failure;
  readonly fields: ErrorFields;

  constructor(message: string, failure: Failure = 'failed', fields: ErrorFields = {}) {
    super(message);
    this.failure = failure;
    this.fields = fields;
  }

  get exitCode(): number {
    return exitCodes[this.failure].code;
  }

  /** The error for scripts, which have the code in its own field. */
  toJSON(): object {
    const { code, ...fields } = this.fields;
    const message = code ? this.message.replace(` (${code})`, '') : this.message;
    return { error: { code: code ?? this.failure, message, ...fields } };
  }
}

/** Turns an error of this class into a CommandError with its message; returns any other error unchanged. */
export const toCommandError = (
  error: unknown,
  errorClass: abstract new (...args: never[]) => Error,
  failure: Failure = 'failed',
): unknown => (error instanceof errorClass ? new CommandError(error.message, failure) : error);
