import type { ErrorIssue, UserErrorCode } from '../contract/types.generated.ts';

/** Of `revision_conflict`: what the object has now. */
export interface RevisionConflict {
  currentRevision: number;
  /** Current values of the fields in the request. */
  current: Readonly<Record<string, unknown>>;
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
  /** The page that helps, of the console or the documentation, as a path of the control plane. */
  link?: string | null;
  /** With `name_taken`: id of the object that has the name. */
  existingId?: string | null;
  /** Null unless the code is `revision_conflict`. */
  conflict?: RevisionConflict | null;
  /** The request's id in the control plane's log; null without a response. */
  requestId?: string | null;
  /** How long the control plane asks to wait; null where it does not say. */
  retryAfterSeconds?: number | null;
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
  readonly existingId: string | null;
  readonly conflict: RevisionConflict | null;
  readonly requestId: string | null;
  /** How long the control plane asks to wait before the same call; null where it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    { code = null, status = null, issues = [], conflict = null, requestId = null, cause, ...advice }: ErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.retryable = advice.retryable ?? false;
    this.hint = advice.hint ?? null;
    this.link = advice.link ?? null;
    this.existingId = advice.existingId ?? null;
    this.conflict = conflict;
    this.requestId = requestId;
    this.retryAfterSeconds = advice.retryAfterSeconds ?? null;
  }
}

/** The control plane does not accept the key, or the operation requires one. */
export class UnauthenticatedError extends SatrapError {
  override name = 'UnauthenticatedError';
}

/** The key or the address exceeded its rate limit. */
export class RateLimitedError extends SatrapError {
  override name = 'RateLimitedError';
  declare readonly retryAfterSeconds: number;

  constructor(message: string, { retryAfterSeconds, ...details }: ErrorDetails & { retryAfterSeconds: number }) {
    super(message, { ...details, retryAfterSeconds });
  }
}

/** There was no response in time. Try again later; a mutation may have taken effect. */
export class UnavailableError extends SatrapError {
  override name = 'UnavailableError';
}
