import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { type DocumentNode, print } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import { toSatrapError } from './call-error.ts';
import { SatrapError } from './error.ts';
import { followStream } from './follow-stream.ts';

/** A typed operation, from this package or from GraphQL Code Generator. */
export type Operation<T, V> = DocumentTypeDecoration<T, V> & (DocumentNode | { toString(): string });

/** Lists are never null: an error is thrown instead. */
export type QueryData<T> = { [F in keyof T]: T[F] extends readonly unknown[] | null ? NonNullable<T[F]> : T[F] };

/** A mutation's result is never null: an error is thrown instead. */
export type MutationData<T> = { [F in keyof T]: NonNullable<T[F]> };

/** Variables are optional for an operation that requires none. */
type Arguments<V, O> = object extends V ? [variables?: V, options?: O] : [variables: V, options?: O];

export interface CallOptions {
  /** Aborts the call, which throws the signal's reason. */
  signal?: AbortSignal | undefined;
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
  /** Timeout of a query or mutation. Default: 30. */
  timeoutSeconds?: number;
  /** Headers such as `user-agent`, or a function that returns the current ones. */
  headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>) | undefined;
}

/** Calls the API of a control plane. */
export interface SatrapClient {
  /** Throws SatrapError. */
  query<T, V>(operation: Operation<T, V>, ...rest: Arguments<V, CallOptions>): Promise<QueryData<T>>;
  /** Throws SatrapError. After UnavailableError, the change may have happened. */
  mutate<T, V>(operation: Operation<T, V>, ...rest: Arguments<V, CallOptions>): Promise<MutationData<T>>;
  /** Yields a subscription's messages until `signal` aborts. Throws SatrapError for an error that retrying would not fix. */
  subscribe<T, V>(
    operation: Operation<T, V>,
    ...rest: Arguments<V, SubscribeOptions>
  ): AsyncGenerator<QueryData<T>, void>;
}

/** Creates a client of a control plane. Opens no connection yet. */
export function createClient({ url, key, timeoutSeconds = 30, headers = {} }: ClientOptions): SatrapClient {
  const currentHeaders = (): Record<string, string> => {
    const currentKey = typeof key === 'function' ? key() : key;
    const others = typeof headers === 'function' ? headers() : headers;
    return currentKey === undefined ? { ...others } : { ...others, authorization: `Bearer ${currentKey}` };
  };
  const client = new GraphQLClient(url, { headers: currentHeaders });
  const call = async (operation: DocumentNode | { toString(): string }, rest: readonly unknown[]): Promise<unknown> => {
    const [variables = {}, { signal } = {}] = rest as [object?, CallOptions?];
    const signals = [AbortSignal.timeout(timeoutSeconds * 1000), ...(signal === undefined ? [] : [signal])];
    try {
      const request = { document: textOf(operation), variables, signal: AbortSignal.any(signals) };
      return await client.request<unknown, object>(request);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw toSatrapError(error);
    }
  };
  return {
    query: async (operation, ...rest) => (await call(operation, rest)) as never,
    mutate: async (operation, ...rest) => {
      const data = await call(operation, rest);
      if (data instanceof Object && Object.values(data).every((value) => value !== null)) return data as never;
      const message = 'The control plane did not return all requested fields; check that it has this version';
      throw new SatrapError(message, { status: 200 });
    },
    subscribe: (operation, ...rest) => {
      const [variables = {}, options = {}] = rest as readonly unknown[] as [object?, SubscribeOptions?];
      return followStream({ url, headers: currentHeaders, query: textOf(operation), variables }, options);
    },
  };
}

const textOf = (operation: DocumentNode | { toString(): string }): string =>
  typeof operation === 'object' && 'kind' in operation ? print(operation) : operation.toString();
