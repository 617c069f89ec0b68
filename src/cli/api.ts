import { addAbortListener } from 'node:events';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type Command, Option } from 'commander';
import { print as graphqlPrint } from 'graphql/language/printer.js';
import { ClientError, GraphQLClient } from 'graphql-request';
import { type Answered, isAnswered } from '../contract/answered.ts';
import { hasBlockedPort } from '../contract/blocked-ports.ts';
import { errorMessage } from '../text/error-message.ts';
import { printable } from '../text/printable.ts';
import { type Access, type AccessOptions, defaultUrl, findAccess } from './access.ts';
import { CommandError } from './command-error.ts';
import { readContexts } from './contexts/contexts.ts';
import { withoutKeyFlag } from './key-flag.ts';
import { type OutputOptions, withJsonOption } from './output.ts';

export interface ApiOptions extends OutputOptions, AccessOptions {}

/** Adds the options of every command that calls the API. */
export function withApiOptions(command: Command): Command {
  return withJsonOption(
    withoutKeyFlag(command)
      .addOption(
        new Option('--url <url>', 'GraphQL endpoint of the control plane')
          .env('SATRAP_URL')
          .default(undefined, `that of the context, else ${defaultUrl}`),
      )
      .option('--api-key-file <file>', 'file with a personal API key (or set SATRAP_API_KEY, or sign in: satrap login)')
      .option('--context <name>', 'the control plane that you signed in to, where there are several'),
  );
}

/** The control plane's API, called with a personal key. */
export class Api {
  readonly #client: GraphQLClient;
  readonly #access: Access;

  constructor(options: AccessOptions, env: NodeJS.ProcessEnv = process.env) {
    this.#access = findAccess(options, env, () => readContexts(env));
    const { url, key } = this.#access;
    this.#client = new GraphQLClient(url, { headers: { authorization: `Bearer ${key}` } });
  }

  get key(): string {
    return this.#access.key;
  }

  /** The GraphQL endpoint. */
  get url(): string {
    return this.#access.url;
  }

  /** Throws CommandError with the API's message, each fault of the input on its own line. */
  async call<T extends object, V extends object>(
    document: TypedDocumentNode<T, V>,
    variables: V,
  ): Promise<T & Answered<T>> {
    const { url, source } = this.#access;
    const data = await this.#client
      .request<T, object>({ document, variables, signal: AbortSignal.timeout(30_000) })
      .catch((error: unknown) => {
        throw new CommandError(
          `${describeApiError(error, url)}${isRefusedKey(error) ? `; the key is that of ${source}` : ''}`,
        );
      });
    if (isAnswered(data)) return data;
    throw new CommandError(`${url} left out what was asked for; is it a control plane of this version?`);
  }

  /**
   * Yields what a subscription brings, until its stream ends: it does from time to time, and is opened again by whoever needs more; or until `signal`
   * aborts. Throws CommandError.
   */
  async *subscribe<T extends object, V extends object>(
    document: TypedDocumentNode<T, V>,
    variables: V,
    signal?: AbortSignal,
  ): AsyncGenerator<T> {
    const { createClient } = await import('graphql-sse');
    const { url, key } = this.#access;
    const client = createClient({ url, retryAttempts: 0, headers: { authorization: `Bearer ${key}` } });
    using _ended = signal === undefined ? undefined : addAbortListener(signal, () => client.dispose());
    try {
      const results = client.iterate<T>({
        query: graphqlPrint(document),
        variables: variables as Record<string, unknown>,
      });
      for await (const { data, errors } of results) {
        const [error] = errors ?? [];
        if (error !== undefined) throw new CommandError(printable(error.message));
        if (data != null) yield data as T;
      }
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`the stream of ${url} was lost: ${printable(errorMessage(error))}`);
    } finally {
      client.dispose();
    }
  }
}

/** Returns whether the control plane does not accept the key. */
const isRefusedKey = (error: unknown): boolean =>
  error instanceof ClientError && error.response.errors?.[0]?.extensions?.['code'] === 'Unauthenticated';

/** Returns what a failed call means for the person at the terminal. */
export function describeApiError(error: unknown, url: string): string {
  if (!(error instanceof ClientError)) {
    if (hasBlockedPort(url))
      return `${url} has a port that no fetch connects to; let the control plane, or a proxy before it, listen on another port`;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `${url} cannot be reached: ${cause}; name the control plane with --url or SATRAP_URL`;
  }
  const [first] = error.response.errors ?? [];
  if (first === undefined)
    return `${url} answered HTTP ${error.response.status}; is it the control plane’s GraphQL endpoint?`;
  const issues = first.extensions?.['issues'] as { path: (string | number)[]; message: string }[] | undefined;
  const code = first.extensions?.['code'];
  const suffix = code === undefined ? '' : ` (${String(code)})`;
  // The messages may quote what an executor reported.
  // Only input is shown by its places; what lacks room says all in its message.
  if (issues === undefined || code === 'not_enough_resources' || code === 'chain_not_supported_by_executor')
    return `${printable(first.message)}${suffix}`;
  // Each reason names its executor.
  if (code === 'rollout_not_possible')
    return [
      `${printable(first.message)}${suffix}`,
      ...(issues.length === 1 ? [] : issues.map(({ message }) => `  ${printable(message)}`)),
    ].join('\n');
  const lines = issues.map(({ path, message }) => `  ${path.slice(1).join('.')}: ${printable(message)}`);
  return [`invalid input${suffix}:`, ...lines].join('\n');
}
