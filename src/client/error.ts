import type { UserErrorCode } from '../contract/types.generated.ts';

/** An input error; `path` locates it within the operation's arguments. */
export interface ErrorIssue {
  path: string[];
  message: string;
}

/** Details of a failed call. */
export interface ErrorDetails {
  /** The API's error code; null without a response from the API. */
  code?: UserErrorCode | null;
  /** HTTP status; null without a response. */
  status?: number | null;
  issues?: readonly ErrorIssue[] | undefined;
  /** Whether the same call may succeed later. */
  retryable?: boolean;
  /** What to do with the CLI. */
  hint?: string | null;
  /** A page of the console, as a path. */
  link?: string | null;
  /** The request's id in the control plane's log; null without a response. */
  requestId?: string | null;
  cause?: unknown;
}

/** A failed call. Its message is safe to show to people and says what to do. It never repeats the request. */
export class SatrapError extends Error {
  override name = 'SatrapError';
  readonly code: UserErrorCode | null;
  readonly status: number | null;
  readonly issues: readonly ErrorIssue[];
  readonly retryable: boolean;
  readonly hint: string | null;
  readonly link: string | null;
  readonly requestId: string | null;

  constructor(
    message: string,
    { code = null, status = null, issues = [], requestId = null, cause, ...advice }: ErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.retryable = advice.retryable ?? false;
    this.hint = advice.hint ?? null;
    this.link = advice.link ?? null;
    this.requestId = requestId;
  }
}

/** The control plane does not accept the key, or the operation requires one. */
export class UnauthenticatedError extends SatrapError {
  override name = 'UnauthenticatedError';
}

/** The key or the address exceeded its rate limit. */
export class RateLimitedError extends SatrapError {
  override name = 'RateLimitedError';
  /** How long to wait before the next call. */
  readonly retryAfterSeconds: number;

  constructor(message: string, { retryAfterSeconds, ...details }: ErrorDetails & { retryAfterSeconds: number }) {
    super(message, details);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** There was no response in time. Try again later; check first whether a mutation took effect. */
export class UnavailableError extends SatrapError {
  override name = 'UnavailableError';
}
