import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { getOperationAST } from 'graphql';
import { toSatrapError } from '../client/call-error.ts';
import { createClient, type Operation, type SatrapClient } from '../client/client.ts';
import { type SatrapError, UnauthenticatedError, UnavailableError } from '../client/error.ts';
import { type Answered, isAnswered } from '../contract/answered.ts';
import { hasBlockedPort } from '../contract/endpoint-url.ts';
import type { UserErrorCode } from '../contract/types.generated.ts';
import { withCertificateHint } from '../text/certificate-hint.ts';
import { printable } from '../text/printable.ts';
import { CommandError, type Failure } from './command-error.ts';

/** Calls the API without a key. Throws CommandError with the API's message. */
export const callWithoutKey = <T extends object, V extends object>(
  url: string,
  document: TypedDocumentNode<T, V>,
  variables: V,
) => answered<T>(url, send(createClient({ url }), document, variables));

/** Sends an operation. A mutation whose answer is lost is repeated, and takes effect once. */
export function send<T extends object, V extends object>(
  client: SatrapClient,
  document: TypedDocumentNode<T, V>,
  variables: V,
): Promise<object> {
  const isMutation = getOperationAST(document)?.operation === 'mutation';
  return client[isMutation ? 'mutate' : 'query']<T, object>(document as Operation<T, object>, variables);
}

/** Returns the data of a call. Throws CommandError with the API's message. */
export async function answered<T extends object>(
  url: string,
  call: Promise<object>,
  keyHint = '',
): Promise<T & Answered<T>> {
  const data = (await responseOf(url, call, keyHint)) as T;
  if (isAnswered(data)) return data;
  throw new CommandError(`${url} did not return all requested fields; check that the control plane has this version`);
}

export const responseOf = (url: string, call: Promise<object>, keyHint: string): Promise<object> =>
  call.catch((error: unknown) => {
    throw apiError(error, url, keyHint);
  });

export function apiError(error: unknown, url: string, keyHint = ''): CommandError {
  const failed = toSatrapError(error);
  const { code, issues, requestId, retryable, retryAfterSeconds, hint } = failed;
  // The other pages are the console's, for which the hint has a command.
  const link = failed.link?.startsWith('/docs/') ? new URL(`.${failed.link}`, url).href : null;
  const message = `${describeApiError(failed, url)}${code === 'unauthenticated' ? keyHint : ''}`;
  return new CommandError(message, failureOf(failed), {
    ...{ code, issues, requestId, retryable: retryable && !needsRepair(failed, url), hint, link },
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  });
}

const failures: Partial<Record<UserErrorCode, Failure>> = {
  unauthenticated: 'not_signed_in',
  wrong_credentials: 'not_signed_in',
  wrong_code: 'not_signed_in',
  session_required: 'not_signed_in',
  release_not_found: 'not_found',
  chain_data_not_found: 'not_found',
  internal_error: 'failed',
};

function failureOf(error: SatrapError): Failure {
  if (error instanceof UnavailableError) return 'unreachable';
  if (error instanceof UnauthenticatedError) return 'not_signed_in';
  return error.code === null ? 'failed' : (failures[error.code] ?? 'refused');
}

/** A connection that fails each time, until somebody changes the address or the certificate. */
function needsRepair({ status, message }: SatrapError, url: string): boolean {
  return status === null && (hasBlockedPort(url) || withCertificateHint(message, trustHint) !== message);
}

const trustHint =
  'add its CA certificate to those of the system (on Debian: copy it to /usr/local/share/ca-certificates as NAME.crt and run update-ca-certificates), or name it with NODE_EXTRA_CA_CERTS, for an agent with --ca-file';

export function describeApiError(error: unknown, url: string): string {
  const { message, code, status, issues, cause } = toSatrapError(error);
  if (status === null) {
    if (hasBlockedPort(url))
      return `the port of ${url} is blocked by the Fetch standard; use another port for the control plane or its proxy`;
    const reason = message.replace(/^The control plane/, url);
    if (cause instanceof DOMException) return reason;
    const advised = withCertificateHint(reason, trustHint);
    return advised === reason ? `${reason}; set the control plane with --url or SATRAP_URL` : advised;
  }
  const suffix = code === null ? '' : ` (${code})`;
  // Messages may quote an executor's report.
  const text = `${printable(message)}${suffix}`;
  // Only input errors list their paths; a capacity error is complete in its message.
  if (issues.length === 0 || code === 'not_enough_resources' || code === 'chain_not_supported_by_executor') return text;
  // Each reason names its host.
  if (code === 'rollout_not_possible')
    return [text, ...(issues.length === 1 ? [] : issues.map((issue) => `  ${printable(issue.message)}`))].join('\n');
  const lines = issues.map(({ path, message }) => `  ${path.slice(1).join('.')}: ${printable(message)}`);
  return [`invalid input${suffix}:`, ...lines].join('\n');
}
