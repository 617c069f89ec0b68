import type { GraphQLFormattedError } from 'graphql';
import { ClientError } from 'graphql-request';
import type { ErrorExtensions } from '../contract/types.generated.ts';
import { RateLimitedError, SatrapError, UnauthenticatedError, UnavailableError } from './error.ts';

/** An error response of the control plane or of a proxy in front of it. */
interface FailedAnswer {
  status: number;
  headers?: { get(name: string): string | null } | undefined;
  errors?: readonly Pick<GraphQLFormattedError, 'message' | 'extensions'>[] | undefined;
}

const defaultRetryAfterSeconds = 5;

/** Converts a failed call to a SatrapError. */
export function toSatrapError(error: unknown): SatrapError {
  if (error instanceof SatrapError) return error;
  // Never ClientError's own message, which repeats the whole request.
  if (error instanceof ClientError) return fromAnswer(error.response);
  // fetch throws a TypeError for a failed connection and a DOMException for a timeout.
  const isUnreachable = error instanceof TypeError || error instanceof DOMException;
  if (!isUnreachable)
    return new SatrapError('The response is not from a control plane; check that the URL is its GraphQL endpoint');
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  const message =
    error.name === 'TimeoutError'
      ? 'The control plane does not respond; check that its service runs, then try again'
      : `The control plane cannot be reached: ${reason}`;
  return new UnavailableError(message, { retryable: true, cause: error });
}

/** Converts a response with errors, or with an unsuccessful HTTP status. */
export function fromAnswer({ status, headers, errors }: FailedAnswer): SatrapError {
  const first = errors?.[0];
  // A proxy may answer in the place of the control plane.
  const given: { [K in keyof ErrorExtensions]?: unknown } = first?.extensions ?? {};
  const { code: anyCode, issues, retryable, hint, link, existingId, currentRevision, current } = given;
  const code = typeof anyCode === 'string' ? (anyCode as ErrorExtensions['code']) : null;
  const message =
    first?.message ??
    `The control plane responded with HTTP status ${status}; check that the URL is its GraphQL endpoint`;
  const told =
    typeof given.retryAfterSeconds === 'number'
      ? given.retryAfterSeconds
      : Number(headers?.get('retry-after') ?? Number.NaN);
  const details = {
    code,
    status,
    issues: Array.isArray(issues) ? (issues as NonNullable<ErrorExtensions['issues']>) : [],
    retryable: retryable === true,
    hint: typeof hint === 'string' ? hint : null,
    link: typeof link === 'string' ? link : null,
    existingId: typeof existingId === 'string' ? existingId : null,
    conflict:
      code === 'revision_conflict' && typeof currentRevision === 'number' && current instanceof Object
        ? { currentRevision, current: current as Record<string, unknown> }
        : null,
    requestId: headers?.get('x-request-id') ?? null,
    retryAfterSeconds: told >= 0 ? told : null,
  };
  if (code === 'unauthenticated' || (code === null && status === 401))
    return new UnauthenticatedError(message, details);
  if (code === 'rate_limited' || (code === null && status === 429)) {
    const retryAfterSeconds = told > 0 ? told : defaultRetryAfterSeconds;
    return new RateLimitedError(message, { ...details, retryable: true, retryAfterSeconds });
  }
  if (code === 'unavailable' || code === 'timed_out' || (code === null && (status === 408 || status >= 500)))
    return new UnavailableError(message, { ...details, retryable: true });
  return new SatrapError(message, details);
}
