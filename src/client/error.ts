import type { UserErrorCode } from '../contract/types.generated.ts';

/** One fault of what was sent; `path` leads to it within the operation's arguments. */
export interface ErrorIssue {
  path: (string | number)[];
  message: string;
}

/** What is known of a failed call. */
export interface ErrorDetails {
  /** Null where there was no answer of the API. */
  code: UserErrorCode | null;
  /** HTTP status; null where there was no answer. */
  status: number | null;
  issues?: readonly ErrorIssue[] | undefined;
  /** Under which the control plane's log has the request; null where there was no answer. */
  requestId?: string | null;
  cause?: unknown;
}

/** A call that failed. Its message is safe to show to people, and says what to do. It never repeats what was sent. */
export class SatrapError extends Error {
  override name = 'SatrapError';
  readonly code: UserErrorCode | null;
  readonly status: number | null;
  readonly issues: readonly ErrorIssue[];
  readonly requestId: string | null;

  constructor(message: string, { code, status, issues = [], requestId = null, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.requestId = requestId;
  }
}

/** The control plane does not accept the key, or the operation takes one. */
export class UnauthenticatedError extends SatrapError {
  override name = 'UnauthenticatedError';
}

/** The key, or the address, asks too often. */
export class RateLimitedError extends SatrapError {
  override name = 'RateLimitedError';
  /** How long to wait before the next call. */
  readonly retryAfterSeconds: number;

  constructor(message: string, { retryAfterSeconds, ...details }: ErrorDetails & { retryAfterSeconds: number }) {
    super(message, details);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** There was no answer, or not in time. Try again later; a mutation may have been carried out, so look before you repeat it. */
export class UnavailableError extends SatrapError {
  override name = 'UnavailableError';
}
