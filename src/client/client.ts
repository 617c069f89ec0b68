import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { type DocumentNode, print } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import type { Answered } from '../contract/answered.ts';
import { Backoff } from '../timing/backoff.ts';
import { toSatrapError } from './call-error.ts';
import { SatrapError, UnavailableError } from './error.ts';
import { followStream, pause } from './follow-stream.ts';
import { type EntryOf, readPages } from './pages.ts';

/** A typed operation, from this package or from GraphQL Code Generator. */
export type Operation<T, V> = DocumentTypeDecoration<T, V> & (DocumentNode | { toString(): string });

/** Null only where the API answers with null: for a failed field, an error is thrown instead. */
export type QueryData<T> = Answered<T>;

/** A mutation's result is never null: an error is thrown instead. */
export type MutationData<T> = { [F in keyof T]: NonNullable<T[F]> };

/** Variables are optional for an operation that requires none. */
type Arguments<V, O> = Record<never, never> extends V ? [variables?: V, options?: O] : [variables: V, options?: O];

export interface CallOptions {
  /** Aborts the call, which throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface MutateOptions extends CallOptions {
  /** 16 to 255 characters that no other request has. Set it to repeat the request later: it then takes effect once. Default: a random one. */
  idempotencyKey?: string;
}

export interface SubscribeOptions {
  /** Closes the stream without an error. */
  signal?: AbortSignal | undefined;
  /** Whether to reopen a stream that is lost or ends, as each does from time to time. Default: true. Use false for a finite `nodeLog`. */
  reconnects?: boolean;
}

export interface ClientOptions {
  /** The GraphQL endpoint, such as https://satrap.example.com/graphql. */
  url: string;
  /** A personal API key, or a function that returns the current one. Without it, only operations without a credential work. */
  key?: string | (() => string) | undefined;
  /** Timeout of a query or mutation. Default: 60, longer than the control plane takes for any. */
  timeoutSeconds?: number | undefined;
  /** Headers such as `user-agent`, or a function that returns the current ones. */
  headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>) | undefined;
  /** Sends all requests, streams included: for a proxy, for traces, for tests. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** Calls the API of a control plane. */
export interface SatrapClient {
  /** Repeats a query after the time for which the control plane asks. Throws SatrapError. */
  query<T, V>(operation: Operation<T, V>, ...rest: Arguments<V, CallOptions>): Promise<QueryData<T>>;
  /** Yields the entries of a list, the operation's only field; fetches pages of `take` entries, by default 100. Throws SatrapError. */
  pages<T, V>(operation: Operation<T, V>, ...rest: Arguments<V, CallOptions>): AsyncGenerator<EntryOf<T>, void>;
  /** Repeats a mutation whose answer was lost; it takes effect once. Throws SatrapError. After UnavailableError, it may have taken effect. */
  mutate<T, V>(operation: Operation<T, V>, ...rest: Arguments<V, MutateOptions>): Promise<MutationData<T>>;
  /** Yields a subscription's messages until `signal` aborts. Throws SatrapError for an error that retrying would not fix. */
  subscribe<T, V>(
    operation: Operation<T, V>,
    ...rest: Arguments<V, SubscribeOptions>
  ): AsyncGenerator<QueryData<T>, void>;
}

/** A mutation whose answer is lost is repeated for about four seconds, unless it timed out. */
const maxRetries = 4;
const retryBackoff = { firstMs: 250, maxMs: 2000 };
/** Calls are repeated this often after the time for which the control plane asks. */
const maxWaits = 3;
/** A longer one is left to the caller, who has it in `retryAfterSeconds`. */
const maxWaitSeconds = 15;

/** Creates a client of a control plane. Opens no connection yet. */
export function createClient({
  url,
  key,
  timeoutSeconds = 60,
  headers = {},
  fetch = globalThis.fetch,
}: ClientOptions): SatrapClient {
  const currentHeaders = (): Record<string, string> => {
    const currentKey = typeof key === 'function' ? key() : key;
    const others = typeof headers === 'function' ? headers() : headers;
    return currentKey === undefined ? { ...others } : { ...others, authorization: `Bearer ${currentKey}` };
  };
  const client = new GraphQLClient(url, { headers: currentHeaders, fetch });
  const call = async (
    operation: DocumentNode | { toString(): string },
    rest: readonly unknown[],
    requestHeaders: Record<string, string> = {},
  ): Promise<unknown> => {
    const [variables = {}, { signal } = {}] = rest as [object?, CallOptions?];
    const signals = [AbortSignal.timeout(timeoutSeconds * 1000), ...(signal === undefined ? [] : [signal])];
    try {
      const request = { document: textOf(operation), variables, requestHeaders, signal: AbortSignal.any(signals) };
      return await client.request<unknown, object>(request);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw toSatrapError(error);
    }
  };
  const repeated = (operation: DocumentNode | { toString(): string }, rest: readonly unknown[]) =>
    withRetries(() => call(operation, rest), { isRepeatable: false, signal: (rest[1] as CallOptions)?.signal });
  return {
    query: async (operation, ...rest) => (await repeated(operation, rest)) as never,
    pages: <T, V>(operation: Operation<T, V>, ...rest: Arguments<V, CallOptions>) => {
      const [variables = {}, options] = rest as readonly unknown[] as [object?, CallOptions?];
      const pageOf = (ofPage: object) => repeated(operation, [ofPage, options]) as Promise<T>;
      return readPages(pageOf, textOf(operation), variables);
    },
    mutate: async (operation, ...rest) => {
      const [, { signal, idempotencyKey = newKey() } = {}] = rest as [unknown, MutateOptions?];
      const attempt = () => call(operation, rest, { 'idempotency-key': idempotencyKey });
      const data = await withRetries(attempt, { isRepeatable: true, signal });
      if (data instanceof Object && Object.values(data).every((value) => value !== null)) return data as never;
      const message = 'The control plane did not return all requested fields; check that it has this version';
      throw new SatrapError(message, { status: 200 });
    },
    subscribe: (operation, ...rest) => {
      const [variables = {}, options = {}] = rest as readonly unknown[] as [object?, SubscribeOptions?];
      return followStream({ url, headers: currentHeaders, fetch, query: textOf(operation), variables }, options);
    },
  };
}

/** `crypto.randomUUID` does not exist on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface RetryOptions {
  /** Whether a call without an answer is repeated as well. */
  isRepeatable: boolean;
  signal?: AbortSignal | undefined;
}

async function withRetries<T>(
  attempt: () => Promise<T>,
  { isRepeatable, signal = new AbortController().signal }: RetryOptions,
): Promise<T> {
  const backoff = new Backoff(retryBackoff);
  let waits = 0;
  for (let retries = 0; ; ) {
    try {
      return await attempt();
    } catch (error) {
      const askedMs = askedMsOf(error);
      const isAsked = askedMs !== null && waits < maxWaits;
      if (isAsked) waits++;
      else if (isRepeatable && isLost(error) && retries < maxRetries) retries++;
      else throw error;
      await pause(isAsked ? askedMs + backoff.next() : backoff.next(), signal);
    }
  }
}

/** Null if the control plane asks for no wait, or for one that is left to the caller. */
function askedMsOf(error: unknown): number | null {
  const seconds = error instanceof SatrapError && error.retryable ? error.retryAfterSeconds : null;
  return seconds === null || seconds > maxWaitSeconds ? null : seconds * 1000;
}

/** Not a timeout of this client: the control plane takes no longer for any answer. */
const isLost = (error: unknown): boolean =>
  error instanceof UnavailableError &&
  error.retryAfterSeconds === null &&
  !(error.cause instanceof Error && error.cause.name === 'TimeoutError');

const textOf = (operation: DocumentNode | { toString(): string }): string =>
  typeof operation === 'object' && 'kind' in operation ? print(operation) : operation.toString();
