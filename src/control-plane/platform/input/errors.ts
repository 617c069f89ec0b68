import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import type { ErrorExtensions, UserErrorCode } from '../../../contract/types.generated.ts';
import { shorten } from '../../../text/shorten.ts';

/** A fault of an argument; `path` starts with the argument's name. */
export interface Issue {
  path: readonly (string | number)[];
  message: string;
  /** In an error that combines several codes. */
  code?: UserErrorCode;
}

/** Further `extensions` of an error, as the schema describes them. Default of `link`: the documentation of the code. */
export interface ErrorDetails extends Partial<Omit<ErrorExtensions, 'code' | 'retryable' | 'issues'>> {
  issues?: readonly Issue[] | undefined;
  /** Status and headers of the response, which no client gets as an extension. */
  http?: object;
}

/** A value may have a fault in each of its thousands of parts. */
export const maxIssues = 50;
const maxIssueLength = 500;
const maxMessageLength = 2000;

/** Paths are texts, as in `NodeIssue`: GraphQL has no type for a text or a number. */
const firstIssues = (issues: readonly Issue[]) =>
  issues.slice(0, maxIssues).map(({ path, message, ...more }) => ({
    path: path.map(String),
    message: shorten(message, maxIssueLength),
    ...more,
  }));

export function describeIssues(issues: readonly Issue[]): string {
  const first = firstIssues(issues).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const others = issues.length - first.length;
  const text = [...first, ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
  return shorten(text, maxMessageLength);
}

/** What an error of the API says. With HTTP status 200, all clients read the response. */
const errorParts = (
  code: UserErrorCode,
  message: string,
  { issues, http = { status: 200 }, link = errorDocument(code), ...more }: ErrorDetails = {},
): { message: string; extensions: ErrorExtensions & { http: object } } => ({
  message: shorten(message, maxMessageLength),
  extensions: {
    code,
    retryable: retryableCodes.has(code) || more.retryAfterSeconds != null,
    ...(issues && { issues: firstIssues(issues) }),
    link,
    ...more,
    http,
  },
});

/** Every error of the API. */
export function apiError(
  code: UserErrorCode,
  message: string,
  details: ErrorDetails = {},
  place: GraphQLErrorOptions = {},
): GraphQLError {
  const { message: text, extensions } = errorParts(code, message, details);
  return new GraphQLError(text, { ...place, extensions });
}

export const domainError = (code: UserErrorCode, message: string, details?: ErrorDetails): GraphQLError =>
  apiError(code, message, details);

export const invalidInput = (
  issues: readonly Issue[],
  details: ErrorDetails = {},
  place: GraphQLErrorOptions = {},
): GraphQLError => apiError('invalid_input', describeIssues(issues), { ...details, issues }, place);

export const invalidQuery = (message: string): GraphQLError => apiError('invalid_input', message);

export const timedOut = (seconds: number): GraphQLError =>
  apiError(
    'timed_out',
    `No answer within ${seconds} s. Request less at once; repeat a change with the same Idempotency-Key, so that it takes effect once.`,
  );

/** Also for missing objects: an error must not confirm that an object of another organization exists. */
export const forbidden = (
  message = 'You do not have permission, or your organization has no such object.',
  details?: ErrorDetails,
): GraphQLError => apiError('Forbidden', message, details);

/** For an argument that names no object of the caller's organization, which may exist in another one. `path`: of the argument. */
export function unknownId(noun: 'host' | 'node', path?: Issue['path']): GraphQLError {
  const message = `must be the id of a ${noun} of your organization; a name is not an id`;
  return forbidden(
    `You do not have permission, or your organization has no ${noun} with this id.`,
    path && { issues: [{ path, message }] },
  );
}

/** Returns the first row. Throws Forbidden without one. */
export function requireRow<T>([row]: readonly T[], message?: string): T {
  if (row === undefined) throw forbidden(message);
  return row;
}

/** A browser sends the session cookie with requests of any page. */
export const foreignOrigin = (): GraphQLError =>
  apiError(
    'Forbidden',
    'A session works only for pages of this control plane: the Origin header must name its address.',
    { http: { status: 403 }, hint: 'Set the control plane’s --public-url to the address in the browser.' },
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
      retryAfterSeconds,
      http: { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } },
    });

export const tooManyUnknownKeys = rateLimited('Too many requests with an unknown API key from your address');
export const tooManyRequests = rateLimited('Too many or too expensive requests with this API key or session');
export const tooManyBodies = rateLimited('Too many or too large requests are being read from you at the same time');
export const tooManyRefusals = rateLimited('Too many of your changes were refused, and each refusal is recorded');
/** Wrong passwords, codes or links, for an account or from an address. */
export const tooManyAttempts = rateLimited('Too many attempts');

const laterOf = (retryAfterSeconds: number, headers: object = {}): ErrorDetails => ({
  retryAfterSeconds,
  http: { status: 503, headers: { 'retry-after': String(retryAfterSeconds), ...headers } },
});

export const unavailable = (message: string, retryAfterSeconds: number): GraphQLError =>
  apiError('unavailable', message, laterOf(retryAfterSeconds));

const databaseRetrySeconds = 5;

export const databaseBusy = (): GraphQLError =>
  unavailable('The control plane’s database is busy; try again in a moment.', databaseRetrySeconds);

export const databaseAway = (): GraphQLError =>
  unavailable('The control plane’s database does not respond; try again in a moment.', databaseRetrySeconds);

/** For thousands of agents in a second: no `Error`, whose stack takes longer than the rest. They keep their connections. */
export const otherAgentsFirst = (seconds: number): Pick<GraphQLError, 'message' | 'extensions'> =>
  errorParts(
    'unavailable',
    `The control plane serves other agents first; try again in ${seconds} s.`,
    laterOf(seconds, { connection: 'keep-alive' }),
  );

/** The HTTP request cannot be accepted. The rest of its body is not read. */
export const invalidRequest = (status: 400 | 408 | 413, message: string): GraphQLError =>
  apiError('invalid_input', message, { http: { status, headers: { Connection: 'close' } } });

/** Where the documentation says what to do about an error, as a path of the control plane. */
export const errorDocument = (code: UserErrorCode): string => `/docs/errors.html#${code.toLowerCase()}`;

/** Codes after which the same request may succeed later, without a change by anyone. The API's `extensions.retryable`. */
export const retryableCodes: ReadonlySet<UserErrorCode> = new Set([
  'rate_limited',
  'timed_out',
  'unavailable',
  'executor_offline',
  'executor_not_answering',
  'upgrade_already_pending',
  'action_already_pending',
  'chain_data_busy',
]);
