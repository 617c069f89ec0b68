import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { errorMessage } from '../../../text/error-message.ts';
import { printable } from '../../../text/printable.ts';
import { shorten } from '../../../text/shorten.ts';
import { storable } from '../../../text/storable.ts';
import { type AddressPolicy, literalAddress } from './address-policy.ts';
import { readRetryAfter } from './retry-schedule.ts';

/** For the whole attempt: connect, send, receive. */
const defaultTimeoutMs = 10_000;
/** The rest of the response is ignored. */
const maxAnswerBytes = 2048;
const maxAnswerLength = 500;
/** Milliseconds to wait for an acknowledgement's body. A replica that is killed meanwhile has to send it again. */
const acknowledgedBodyMs = 250;

export interface PostOutcome {
  /** Null without a response. */
  status: number | null;
  /** The start of the response, on one line; null without one. */
  answer: string | null;
  /** Null if the receiver acknowledged it. */
  error: string | null;
  retryAfterSeconds: number | null;
}

export interface PostOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  policy: AddressPolicy;
  /** Default: the system resolver. */
  lookup?: typeof systemLookup;
  /** Default: 10 seconds. */
  timeoutMs?: number;
}

/**
 * Posts a message, never to an address that the policy forbids: the name is checked at connection time, because it may
 * have resolved differently before. Follows no redirect. Never rejects.
 */
export async function post(options: PostOptions): Promise<PostOutcome> {
  const { timeoutMs = defaultTimeoutMs } = options;
  try {
    return await send(options, AbortSignal.timeout(timeoutMs));
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    const reason = isTimeout ? `no answer within ${timeoutMs / 1000} s` : shorten(printable(errorMessage(error)), 300);
    return { status: null, answer: null, error: reason, retryAfterSeconds: null };
  }
}

/** Members see the answers of receivers, which may repeat a token or topic. */
export function withoutSecrets(outcome: PostOutcome, secrets: readonly string[]): PostOutcome {
  const hide = (answer: string, secret: string) => (secret === '' ? answer : answer.replaceAll(secret, '…'));
  return { ...outcome, answer: outcome.answer && secrets.reduce(hide, outcome.answer) };
}

async function send(
  { url: text, headers, body, policy, lookup }: PostOptions,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const url = new URL(text);
  const isPlain = url.protocol === 'http:';
  const mayConnect = (address: string) => (isPlain ? policy.isAllowedRange(address) : policy.allows(address));
  const literal = literalAddress(url);
  // A literal address needs no look-up.
  if (literal !== null && !mayConnect(literal)) throw refused(literal, isPlain);
  const { promise, resolve, reject } = Promise.withResolvers<PostOutcome>();
  const sent = (isPlain ? httpRequest : httpsRequest)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A kept-alive connection might lead to an address that is no longer allowed.
    agent: false,
    lookup: allowedLookup(mayConnect, isPlain, lookup ?? systemLookup),
  });
  let answering: IncomingMessage | undefined;
  const onTimeout = () => {
    // The status is known, so a slow body is cut off.
    if (answering !== undefined) answering.destroy();
    else reject(signal.reason);
  };
  signal.addEventListener('abort', onTimeout, { once: true });
  sent.on('socket', (socket) =>
    // Checks the actual address before anything is sent.
    socket.once('connect', () => {
      if (!mayConnect(socket.remoteAddress ?? '')) sent.destroy(unreachableName(isPlain));
    }),
  );
  sent.on('response', (response) => {
    answering = response;
    if (isAcknowledged(response)) setTimeout(() => response.destroy(), acknowledgedBodyMs).unref();
    readAnswer(response).then(resolve, reject);
  });
  sent.on('error', reject);
  sent.end(body);
  return promise.finally(() => {
    signal.removeEventListener('abort', onTimeout);
    sent.destroy();
  });
}

const refused = (address: string, isPlain: boolean): Error =>
  new Error(
    `${address} is not ${isPlain ? 'allowed without TLS' : 'a public address'}; ` +
      "the control plane's operator can allow it",
  );

/** One error for internal and for unknown names: users must not learn the operator's network. */
const unreachableName = (isPlain: boolean): Error =>
  new Error(
    `the name does not exist or resolves to no ${isPlain ? 'address that is allowed without TLS' : 'public address'}; ` +
      "check it, or ask the control plane's operator to allow it",
  );

/** Leaves out forbidden addresses. */
const allowedLookup =
  (mayConnect: (address: string) => boolean, isPlain: boolean, lookup: typeof systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(unreachableName(isPlain), '');
      const allowed = addresses.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (first === undefined) return callback(unreachableName(isPlain), '');
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };

async function readAnswer(response: IncomingMessage): Promise<PostOutcome> {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxAnswerBytes) break;
    }
  } catch {
    // The status counts, even if the body breaks off.
  }
  const text = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8');
  return {
    status,
    answer: storable(printable(text).trim().slice(0, maxAnswerLength)),
    error: isAcknowledged(response) ? null : failure(status),
    // Telegram has it in the body: https://core.telegram.org/bots/api#responseparameters
    retryAfterSeconds: readRetryAfter(
      response.headers['retry-after'] ?? /"retry_after":\s*(\d{1,9})/.exec(text)?.[1],
      new Date(),
    ),
  };
}

const isAcknowledged = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

const failure = (status: number): string =>
  status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`;
