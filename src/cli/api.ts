import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type Command, Option } from 'commander';
import { toSatrapError } from '../client/call-error.ts';
import { createClient, type Operation, type SatrapClient } from '../client/client.ts';
import { type Answered, isAnswered } from '../contract/answered.ts';
import { hasBlockedPort } from '../contract/blocked-ports.ts';
import { endpointUrl } from '../contract/endpoint-url.ts';
import { withCertificateHint } from '../text/certificate-hint.ts';
import { printable } from '../text/printable.ts';
import { type Access, type AccessOptions, defaultUrl, findAccess } from './access.ts';
import { CommandError, RefusedError } from './command-error.ts';
import { readContexts } from './contexts/contexts.ts';
import { withoutKeyFlag } from './key-flag.ts';
import { type OutputOptions, withJsonOption } from './output.ts';

export interface ApiOptions extends OutputOptions, AccessOptions {}

/** Adds the options of every command that calls the API. */
export function withApiOptions(command: Command): Command {
  return withJsonOption(
    withoutKeyFlag(command)
      .addOption(
        new Option('--url <url>', 'URL of the control plane')
          .env('SATRAP_URL')
          .argParser(endpointUrl)
          .default(undefined, `that of the context, else ${defaultUrl}`),
      )
      .option('--api-key-file <file>', 'file with a personal API key (or set SATRAP_API_KEY, or sign in: satrap login)')
      .option('--context <name>', 'the control plane that you signed in to, where there are several'),
  );
}

/** Adds a command that calls the API; `usage` is its name with its arguments, such as `show <node>`. */
export const apiCommand = (group: Command, usage: string, description: string): Command =>
  withApiOptions(group.command(usage).description(description));

/** The control plane's API, called with a personal key. */
export class Api {
  readonly #client: SatrapClient;
  readonly #access: Access;

  constructor(options: AccessOptions, env: NodeJS.ProcessEnv = process.env) {
    this.#access = findAccess(options, env, () => readContexts(env));
    this.#client = createClient(this.#access);
  }

  get key(): string {
    return this.#access.key;
  }

  /** The GraphQL endpoint. */
  get url(): string {
    return this.#access.url;
  }

  /** Throws CommandError with the API's message, each fault of the input on its own line. */
  call<T extends object, V extends object>(document: TypedDocumentNode<T, V>, variables: V) {
    const data = this.#client.query<T, object>(document as Operation<T, object>, variables);
    return answered<T>(this.#access.url, data, `; the key is that of ${this.#access.source}`);
  }

  /** Yields the messages of a subscription until its stream ends, as it does from time to time, or `signal` aborts. Throws CommandError. */
  async *subscribe<T extends object, V extends object>(
    document: TypedDocumentNode<T, V>,
    variables: V,
    signal?: AbortSignal,
  ) {
    const options = { signal, reconnects: false };
    try {
      yield* this.#client.subscribe<T, object>(document as Operation<T, object>, variables, options);
    } catch (error) {
      throw new CommandError(describeApiError(error, this.#access.url));
    }
  }
}

/** Calls the API without a key. Throws CommandError with the API's message. */
export const callWithoutKey = <T extends object, V extends object>(
  url: string,
  document: TypedDocumentNode<T, V>,
  variables: V,
) => answered<T>(url, createClient({ url }).query<T, object>(document as Operation<T, object>, variables));

/** Returns the data of a call. Throws RefusedError with the API's message. */
export async function answered<T extends object>(
  url: string,
  call: Promise<object>,
  keyHint = '',
): Promise<T & Answered<T>> {
  const data = (await call.catch((error: unknown) => {
    const { code } = toSatrapError(error);
    throw new RefusedError(`${describeApiError(error, url)}${code === 'Unauthenticated' ? keyHint : ''}`, code);
  })) as T;
  if (isAnswered(data)) return data;
  throw new CommandError(`${url} left out what was asked for; is it a control plane of this version?`);
}

const trustHint =
  'name the certificate of its authority with NODE_EXTRA_CA_CERTS, or for an agent with --ca-file, and start again';

/** Returns what a failed call means for the person at the terminal. */
export function describeApiError(error: unknown, url: string): string {
  const { message, code, status, issues, cause } = toSatrapError(error);
  if (status === null) {
    if (hasBlockedPort(url))
      return `${url} has a port that no fetch connects to; let the control plane, or a proxy before it, listen on another port`;
    const reason = message.replace(/^The control plane/, url);
    if (cause instanceof DOMException) return reason;
    const advised = withCertificateHint(reason, trustHint);
    return advised === reason ? `${reason}; name the control plane with --url or SATRAP_URL` : advised;
  }
  const suffix = code === null ? '' : ` (${code})`;
  // The messages may quote what an executor reported.
  const text = `${printable(message)}${suffix}`;
  // Only input is shown by its places; what lacks room says all in its message.
  if (issues.length === 0 || code === 'not_enough_resources' || code === 'chain_not_supported_by_executor') return text;
  // Each reason names its executor.
  if (code === 'rollout_not_possible')
    return [text, ...(issues.length === 1 ? [] : issues.map((issue) => `  ${printable(issue.message)}`))].join('\n');
  const lines = issues.map(({ path, message }) => `  ${path.slice(1).join('.')}: ${printable(message)}`);
  return [`invalid input${suffix}:`, ...lines].join('\n');
}
