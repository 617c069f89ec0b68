import { GraphQLError } from 'graphql';
import type { UserErrorCode } from '../../../contract/types.generated.ts';
import { shorten } from '../../../text/shorten.ts';

export interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** A value may have a fault in each of its thousands of parts. */
const maxIssues = 50;
const maxIssueLength = 500;
const maxMessageLength = 2000;

const firstIssues = (issues: readonly Issue[]): Issue[] =>
  issues.slice(0, maxIssues).map(({ path, message }) => ({ path, message: shorten(message, maxIssueLength) }));

function describe(issues: readonly Issue[]): string {
  const first = firstIssues(issues).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const others = issues.length - first.length;
  const text = [...first, ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
  return shorten(text, maxMessageLength);
}

/** Every error of the API. With HTTP status 200, all clients read the response. */
export const apiError = (
  code: UserErrorCode,
  message: string,
  { http = { status: 200 }, ...more }: { http?: object; [extension: string]: unknown } = {},
): GraphQLError => new GraphQLError(message, { extensions: { code, ...more, http } });

export const domainError = (code: UserErrorCode, message: string, issues?: readonly Issue[]): GraphQLError =>
  apiError(code, shorten(message, maxMessageLength), issues && { issues: firstIssues(issues) });

export const invalidInput = (issues: readonly Issue[]): GraphQLError =>
  apiError('invalid_input', describe(issues), { issues: firstIssues(issues) });

export const invalidQuery = (message: string): GraphQLError => apiError('invalid_input', message);

export const timedOut = (seconds: number): GraphQLError =>
  apiError(
    'timed_out',
    `No answer within ${seconds} s. Request less at once; before you repeat a change, check whether it was made.`,
  );

/** Also for missing objects: an error must not confirm that an object of another organization exists. */
export const forbidden = (
  message = 'You do not have permission, or your organization has no such object.',
): GraphQLError => apiError('Forbidden', message);

/** Returns the first row. Throws Forbidden without one. */
export function requireRow<T>([row]: readonly T[], message?: string): T {
  if (row === undefined) throw forbidden(message);
  return row;
}

/** A browser sends the session cookie with requests of any page. */
export const foreignOrigin = (): GraphQLError =>
  apiError(
    'Forbidden',
    'A session works only for pages of this control plane: the Origin header must name its address (operators: see --public-url).',
    { http: { status: 403 } },
  );

export const unauthenticated = (): GraphQLError =>
  apiError('unauthenticated', 'Send a valid API key as “Authorization: Bearer KEY”, or sign in.', {
    http: { status: 401 },
  });

/** The caller must wait; `why` is a sentence without its period. */
const rateLimited =
  (why: string) =>
  (retryAfterSeconds: number): GraphQLError =>
    apiError('rate_limited', `${why}; try again in ${retryAfterSeconds} s.`, {
      http: { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } },
    });

export const tooManyUnknownKeys = rateLimited('Too many requests with an unknown API key from your address');
export const tooManyRequests = rateLimited('Too many or too expensive requests with this API key or session');
export const tooManyRefusals = rateLimited('Too many of your changes were refused, and each refusal is recorded');
/** Wrong passwords, codes or links, for an account or from an address. */
export const tooManyAttempts = rateLimited('Too many attempts');

/** The HTTP request cannot be accepted. The rest of its body is not read. */
export const invalidRequest = (status: 400 | 408 | 413, message: string): GraphQLError =>
  apiError('invalid_input', message, { http: { status, headers: { Connection: 'close' } } });
