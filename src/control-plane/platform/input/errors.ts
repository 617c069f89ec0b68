import { GraphQLError } from 'graphql';
import type { UserErrorCode } from '../../../contract/types.generated.ts';
import { shorten } from '../../../text/shorten.ts';

/** One fault of a caller's value; `path` leads to it within the operation's arguments. */
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

/** A rule of the domain does not hold. */
export const domainError = (code: UserErrorCode, message: string, issues?: readonly Issue[]): GraphQLError =>
  new GraphQLError(shorten(message, maxMessageLength), {
    extensions: { code, ...(issues === undefined ? {} : { issues: firstIssues(issues) }), http: { status: 200 } },
  });

/** Some values are malformed. */
export const invalidInput = (issues: readonly Issue[]): GraphQLError =>
  new GraphQLError(describe(issues), {
    extensions: { code: 'invalid_input' satisfies UserErrorCode, issues: firstIssues(issues), http: { status: 200 } },
  });

/** A query, or its variables as a whole, cannot be accepted. */
export const invalidQuery = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'invalid_input' satisfies UserErrorCode, http: { status: 200 } } });

/** The answer took too long. */
export const timedOut = (seconds: number): GraphQLError =>
  new GraphQLError(
    `There was no answer within ${seconds} s. Ask for less at once; after a change, look whether it was made before you repeat it.`,
    { extensions: { code: 'timed_out' satisfies UserErrorCode, http: { status: 200 } } },
  );

/** Used for what does not exist, too: an error must not confirm that an object of another organization exists. */
export const forbidden = (
  message = 'You may not do this, or there is no such thing in your organization.',
): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'Forbidden' satisfies UserErrorCode, http: { status: 200 } } });

/** A browser sends the cookie of a session along with what any page asks. */
export const foreignOrigin = (): GraphQLError =>
  new GraphQLError(
    'A session works only for pages of this control plane: the header Origin must name its address (for the operator: see --public-url).',
    { extensions: { code: 'Forbidden' satisfies UserErrorCode, http: { status: 403 } } },
  );

export const unauthenticated = (): GraphQLError =>
  new GraphQLError('Send a valid API key as “Authorization: Bearer KEY”, or sign in.', {
    extensions: { code: 'Unauthenticated' satisfies UserErrorCode, http: { status: 401 } },
  });

/** The caller must wait; `why` is a sentence without its end. */
const rateLimited = (why: string, retryAfterSeconds: number): GraphQLError =>
  new GraphQLError(`${why}; try again in ${retryAfterSeconds} s.`, {
    extensions: {
      code: 'RateLimited' satisfies UserErrorCode,
      http: { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } },
    },
  });

/** The caller's address sent too many unknown credentials. */
export const tooManyUnknownKeys = (retryAfterSeconds: number): GraphQLError =>
  rateLimited('Too many requests with an unknown API key came from your address', retryAfterSeconds);

/** The key or session asked for too much, or too often. */
export const tooManyRequests = (retryAfterSeconds: number): GraphQLError =>
  rateLimited('Too much, or too often, was asked for with this API key or session', retryAfterSeconds);

/** Too many changes that the caller asked for were refused. */
export const tooManyRefusals = (retryAfterSeconds: number): GraphQLError =>
  rateLimited('Too many of your changes were refused, and each refusal is recorded', retryAfterSeconds);

/** Too many wrong passwords, codes or links came for an account or from an address. */
export const tooManyAttempts = (retryAfterSeconds: number): GraphQLError =>
  rateLimited('Too many attempts', retryAfterSeconds);

/** The HTTP request cannot be accepted. The rest of its body is not read. */
export const invalidRequest = (status: 400 | 408 | 413, message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'invalid_input' satisfies UserErrorCode, http: { status, headers: { Connection: 'close' } } },
  });
