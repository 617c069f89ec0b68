import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Command } from 'commander';
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
import { type Arguments, withAction } from './define-command.ts';
import { keyFlag } from './key-flag.ts';
import { type Options, type OptionValues, option } from './options.ts';
import { jsonOption, type OutputOptions } from './output.ts';

export interface ApiOptions extends OutputOptions, AccessOptions {}

/** Adds the options of commands that call the API. */
function withApiOptions(command: Command): Command {
  const url = option('--url <url>', 'control plane URL', endpointUrl)
    .env('SATRAP_URL')
    .default(undefined, `from the context, else ${defaultUrl}`);
  const options = [
    keyFlag,
    url,
    option('--api-key-file <file>', 'file with a personal API key (or set SATRAP_API_KEY, or run satrap login)'),
    option('--context <name>', 'which control plane to use, if you are signed in to several'),
    jsonOption,
  ];
  for (const each of options) command.addOption(each);
  return command;
}

/** Adds a command that calls the API. `usage`: its name and arguments, such as `show <node>`. */
export const apiCommand = (group: Command, usage: string, description: string): Command =>
  withApiOptions(group.command(usage).description(description));

type ApiAction<Given extends Options, Words extends unknown[]> = (
  api: Api,
  options: ApiOptions & OptionValues<Given>,
  ...words: Words
) => unknown;

/** Adds the options and action of a command that calls the API. */
export const withApiAction = <const Given extends Options>(
  command: Command,
  given: Given,
  action: ApiAction<Given, never[]>,
): Command =>
  withAction<Given, ApiOptions>(withApiOptions(command), given, (options, ...words) =>
    action(new Api(options), options, ...words),
  );

/** Adds a command that calls the API. `usage`: its name and arguments, such as `show <node>`. */
export const defineApiCommand = <const Usage extends string, const Given extends Options>(
  group: Command,
  usage: Usage,
  description: string,
  given: Given,
  action: ApiAction<Given, Arguments<Usage>>,
): Command => withApiAction(group.command(usage).description(description), given, action as never);

/** Client of the control plane's API with a personal key. */
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

  /** Throws CommandError with the API's message and a line for each input error. */
  call<T extends object, V extends object>(document: TypedDocumentNode<T, V>, variables: V) {
    const data = this.#client.query<T, object>(document as Operation<T, object>, variables);
    return answered<T>(this.#access.url, data, `; the key is from ${this.#access.source}`);
  }

  /** Yields a subscription's messages until the stream ends or `signal` aborts. Streams end from time to time. Throws CommandError. */
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
  throw new CommandError(`${url} did not return all requested fields; check that the control plane has this version`);
}

const trustHint = 'name its CA certificate with NODE_EXTRA_CA_CERTS, or for an agent with --ca-file, and try again';

/** Explains a failed call to the operator. */
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
