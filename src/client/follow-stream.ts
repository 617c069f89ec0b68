import { createClient, NetworkError } from 'graphql-sse';
import { Backoff } from '../timing/backoff.ts';
import { fromAnswer, toSatrapError } from './call-error.ts';
import { RateLimitedError, SatrapError, UnavailableError } from './error.ts';

interface StreamRequest {
  url: string;
  headers: () => Record<string, string>;
  query: string;
  variables: object;
  fetch: typeof globalThis.fetch;
}

const reconnects = { firstMs: 500, maxMs: 30_000 };

/** Yields a subscription's messages. Reopens its stream when it ends or is lost, unless `reconnects` is false. Throws SatrapError. */
export async function* followStream<T>(
  request: StreamRequest,
  options: { signal?: AbortSignal | undefined; reconnects?: boolean },
): AsyncGenerator<T, void> {
  const { signal = new AbortController().signal } = options;
  const backoff = new Backoff(reconnects);
  while (!signal.aborted) {
    let waitMs: number | undefined;
    try {
      for await (const data of oneStream<T>(request, signal)) {
        backoff.reset();
        yield data;
      }
    } catch (error) {
      if (signal.aborted) return;
      const failure = toSatrapError(error);
      const isTransient = failure instanceof UnavailableError || failure instanceof RateLimitedError;
      if (options.reconnects === false || !isTransient) throw failure;
      if (failure.retryAfterSeconds !== null) waitMs = failure.retryAfterSeconds * 1000;
    }
    if (options.reconnects === false) return;
    await pause(waitMs ?? backoff.next(), signal);
  }
}

/** Yields one stream's messages until it ends. */
async function* oneStream<T>(
  { url, headers, query, variables, fetch }: StreamRequest,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const client = createClient({ url, headers, retryAttempts: 0, fetchFn: fetch });
  const end = () => client.dispose();
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const { data, errors } of client.iterate({ query, variables: variables as Record<string, unknown> })) {
      if (errors !== undefined && errors.length > 0) throw fromAnswer({ status: 200, errors });
      if (data != null) yield data as T;
    }
  } catch (error) {
    if (error instanceof SatrapError || signal.aborted) throw error;
    if (error instanceof NetworkError) throw await fromRefusal(error.response);
    throw new UnavailableError('The stream was lost.', { cause: error });
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Reads from the response why a stream did not open. */
async function fromRefusal(response: NetworkError['response']): Promise<SatrapError> {
  const status = response?.status ?? 503;
  const body: unknown = response instanceof Response ? await response.json().catch(() => undefined) : undefined;
  const errors = body instanceof Object && 'errors' in body && Array.isArray(body.errors) ? body.errors : undefined;
  return fromAnswer({ status, errors, headers: response instanceof Response ? response.headers : undefined });
}

/** Waits, or until `signal` aborts. Also runs in browsers, which lack promise-based timers. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
