import { ClientError } from 'graphql-request';
import type { UserErrorCode } from '../contract/types.generated.ts';
import { type ErrorIssue, RateLimitedError, SatrapError, UnauthenticatedError, UnavailableError } from './error.ts';

/** An error as the API writes it. */
interface AnsweredError {
  message: string;
  extensions?: { [name: string]: unknown } | undefined;
}

/** An answer of the control plane that has errors, or of what stands before it. */
interface FailedAnswer {
  status: number;
  headers?: { get(name: string): string | null } | undefined;
  errors?: readonly AnsweredError[] | undefined;
}

const defaultRetryAfterSeconds = 5;

/** Says what a failed call means. Pure. */
export function toSatrapError(error: unknown): SatrapError {
  if (error instanceof SatrapError) return error;
  // Never the message of ClientError itself: it repeats the whole request.
  if (error instanceof ClientError) return fromAnswer(error.response);
  // fetch throws a TypeError for a connection that fails, and a DOMException for a time-out.
  const isUnreachable = error instanceof TypeError || error instanceof DOMException;
  if (!isUnreachable)
    return new SatrapError('The answer is not from a control plane; is the URL that of its GraphQL endpoint?', {
      ...{ code: null, status: null },
    });
  if (error.name === 'TimeoutError')
    return new UnavailableError('The control plane does not answer; check that its service runs, then try again', {
      ...{ code: null, status: null, cause: error },
    });
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  return new UnavailableError(`The control plane cannot be reached: ${reason}`, {
    ...{ code: null, status: null, cause: error },
  });
}

/** Says what an answer with errors, or with an HTTP status that is none of success, means. Pure. */
export function fromAnswer({ status, headers, errors }: FailedAnswer): SatrapError {
  const first = errors?.[0];
  const { code: anyCode, issues } = first?.extensions ?? {};
  const code = typeof anyCode === 'string' ? (anyCode as UserErrorCode) : null;
  const message =
    first?.message ?? `The control plane answered with HTTP status ${status}; is the URL that of its GraphQL endpoint?`;
  const details = {
    ...{ code, status },
    issues: Array.isArray(issues) ? (issues as ErrorIssue[]) : [],
    requestId: headers?.get('x-request-id') ?? null,
  };
  if (code === 'Unauthenticated' || (code === null && status === 401))
    return new UnauthenticatedError(message, details);
  if (code === 'RateLimited' || (code === null && status === 429)) {
    const retryAfterSeconds = Number(headers?.get('retry-after') ?? Number.NaN) || defaultRetryAfterSeconds;
    return new RateLimitedError(message, { ...details, retryAfterSeconds });
  }
  if (code === 'unavailable' || code === 'timed_out' || (code === null && (status === 408 || status >= 500)))
    return new UnavailableError(message, details);
  return new SatrapError(message, details);
}
